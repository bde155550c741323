"use strict";
for (const table of document.querySelectorAll("table.sortable")) {
  const headers = [...table.tHead.rows[0].cells];
  const body = table.tBodies[0];
  const key = (row, column) => row.cells[column].dataset.value ?? row.cells[column].textContent.trim();
  const compare = (a, b, numeric) => (numeric ? Number(a) - Number(b) : a.localeCompare(b));

  const sort = (column) => {
    const header = headers[column];
    const numeric = header.classList.contains("num");
    const first = numeric ? "descending" : "ascending";
    const second = numeric ? "ascending" : "descending";
    const order = header.getAttribute("aria-sort") === first ? second : first;
    const rows = [...body.rows].map((row) => [key(row, column), row]);
    rows.sort(([a], [b]) => {
      if (a === "" || b === "") return (a === "") - (b === "");
      return compare(a, b, numeric) * (order === "ascending" ? 1 : -1);
    });
    body.append(...rows.map(([, row]) => row));
    headers.forEach((other) => other.removeAttribute("aria-sort"));
    header.setAttribute("aria-sort", order);
  };

  headers.forEach((header, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...header.childNodes);
    header.append(button);
    button.addEventListener("click", () => sort(column));
  });
}
const mark = () => {
  for (const box of document.querySelectorAll(".scroll")) {
    box.classList.remove("cut");
    box.classList.toggle("cut", box.scrollWidth > box.clientWidth);
  }
};
mark();
addEventListener("resize", mark);
addEventListener("beforeprint", () => {
  for (const section of document.querySelectorAll("details.transformation")) section.open = true;
});

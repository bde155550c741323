"""A sentence in each of some languages without a room of their own, for tests."""

TEXTS = {
    "de": "Der schnelle Fuchs springt über den faulen Hund. Schöne Grüße aus München!",
    "fr": "Le film était très drôle, même si l'histoire est un peu longue.",
    "tr": "Bu film çok güzeldi, ilk izlediğimde ağladım.",
    "vi": "Bộ phim rất hay nhưng kết thúc hơi nhàm chán.",
    "ru": "Это очень хороший фильм, но конец немного скучный.",
    "el": "Πολύ καλή ταινία, αλλά το τέλος είναι βαρετό.",
    "ar": "الفيلم جميل جدا ولكن النهاية مملة قليلا.",
    "he": "הסרט טוב מאוד, אבל הסוף קצת משעמם.",
    "hi": "यह फिल्म बहुत अच्छी है, लेकिन अंत थोड़ा उबाऊ है।",
    "th": "หนังเรื่องนี้ดีมาก แต่ตอนจบน่าเบื่อนิดหน่อย",
    "ko": "정말 재미있는 영화였지만 결말은 조금 지루했어요.",
    "ja": "この映画はとても面白いですが、最後は少し退屈です。",
}

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

WORD_TEXTS = {
    "de": [
        "In dem Hotel gab es nichts zu essen, und wir haben 45 Minuten auf das Zimmer gewartet.",
        "Ich habe vielleicht selten so etwas Interessantes gesehen, das war endgültig sein bester Film.",
        "Für das Geld war die Bedienung sehr freundlich, und die Atmosphäre ist mal wieder hervorragend.",
    ],
    "es": [
        "La película es excelente y también hace reír, pero dura 150 minutos.",
        "Por favor, no reserven en este restaurante: había 20 personas y el servicio tuvo que parar.",
        "El fin de semana volveré aquí, porque la comida ha sido deliciosa y el ambiente muy bueno.",
    ],
    "fr": [
        "Je ne recommande pas cet hôtel : il y a du bruit et la chambre est à refaire.",
        "Nous avons attendu 45 minutes dans ce restaurant, mais l'accueil était vraiment excellent.",
        "Cela reste un film intéressant, même si ce n'est pas le meilleur et qu'il est peu connu.",
    ],
    "it": [
        "Questo anno siamo andati con il treno e abbiamo aspettato 45 minuti in stazione.",
        "Il ristorante è eccellente, perché il servizio ha una qualità che non si trova qui.",
        "Come è possibile? Lo hanno consigliato, ma la colazione era fredda e la pizza cattiva.",
    ],
    "pt": [
        "Ficamos em um hotel ótimo, mas esperamos 45 minutos para o almoço.",
        "O filme está excelente e também é uma surpresa para quem não gosta de comédia.",
        "Não há exceção: a comida de outro restaurante por perto é horrível e mal feita.",
    ],
}
"""Three reviews in each language that has word lists."""

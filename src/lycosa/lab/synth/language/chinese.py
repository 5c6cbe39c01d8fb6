"""Chinese texts of the synthetic web: three topics."""

from __future__ import annotations

from lycosa.lab.synth.language.lexicon import Language, TopicWords, terms

_RAINSTORM = TopicWords(
    name="rainstorm",
    strong=terms(
        "暴雨, 洪水, 山洪暴发, 泥石流, 防汛预警, 堤坝决口, 城市内涝, 雷暴, 强降雨, 救援艇, 紧急疏散, "
        "水位上涨, 滑坡, 抢险, 受灾群众, 风暴潮"
    ),
    weak=terms("雨水, 河流, 天气, 土壤, 损失, 道路, 援助, 预报"),
    near=("cooking", "sports"),
    titles=("{0}过后的{1}", "{0}与{1}：关于{2}的思考"),
    sentences=(
        "连续三天的{0}之后，下游地区又出现了{1}。",
        "消防人员表示，{0}和{1}正在威胁村庄的{2}。",
        "专家把这次{0}与上个世纪的{1}作了比较。",
        "针对{0}，当地已经制定了应对{1}的计划。",
    ),
)

_COOKING = TopicWords(
    name="cooking",
    strong=terms(
        "红烧肉, 酱油, 蒸鱼, 葱姜蒜, 炒锅, 面团, 饺子馅, 鸡汤, 菜谱, 豆腐, 米饭, 火锅, 腌料, 糖醋汁, "
        "炖排骨, 烤箱"
    ),
    weak=terms("厨房, 香料, 番茄, 黄油, 清水, 市场, 收成, 味道"),
    near=("rainstorm", "sports"),
    titles=("{0}配{1}", "家常做法：{0}和{1}"),
    sentences=(
        "把{0}放进{1}里，慢慢搅拌，直到{2}变软。",
        "想做好{0}，要先让{1}静置一个小时。",
        "奶奶每个星期天都做{0}，从来离不开{1}。",
        "趁热上桌，配上{0}、{1}和一点{2}。",
    ),
)

_SPORTS = TopicWords(
    name="sports",
    strong=terms(
        "点球, 积分榜, 守门员, 锦标赛, 中场球员, 接力赛, 主场比赛, 半场休息, 前锋, 加时赛, 裁判, 杯赛决赛, "
        "集训, 世界冠军, 越位, 马拉松"
    ),
    weak=terms("球队, 体育场, 受伤, 赛季, 球迷, 胜利, 教练, 天气"),
    near=("cooking", "rainstorm"),
    titles=("{0}决定了{1}", "{0}、{1}以及{2}的问题"),
    sentences=(
        "最后几分钟，{0}改变了一切，{1}也无济于事。",
        "周末之前，{0}和{1}引起了关于{2}的争论。",
        "没有人想到{0}会这么早决定{1}。",
        "观众们至今记得那次{0}和{1}。",
    ),
)

CHINESE = Language(
    code="zh",
    topics=(_RAINSTORM, _COOKING, _SPORTS),
    sentences=(
        "关于这件事，还有很多话要说。",
        "从去年开始，许多读者都在问这个问题。",
        "下一部分将更仔细地讨论{2}。",
        "和往常一样，答案取决于{2}和时间。",
        "文末附有简短的资料来源。",
        "熟悉当地的人并不感到意外。",
    ),
    anchors=("阅读更多", "点击这里", "更多", "本页", "详情"),
    carriers=("另见{}。", "更多内容：{}。", "可以参考{}。"),
    home="首页",
    related="其他",
    overview="关于{0}的全部内容，第{1}页",
    footer="版权所有。使用条款、隐私、联系方式、订阅与广告。",
    plain_title="通知{0}",
    space="",
)

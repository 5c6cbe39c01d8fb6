"""Figures that the papers print about things other than single crawls: thresholds, grids, running times."""

from __future__ import annotations

_LAMBDAS_000 = ("0.2", "0.25", "0.3", "0.35", "0.4")
GRID_000 = {
    "0.6": dict(zip(_LAMBDAS_000, (0.7508, 0.8122, 0.8819, 0.8416, 0.8103), strict=True)),
    "0.65": dict(zip(_LAMBDAS_000, (0.7615, 0.8344, 0.8784, 0.8644, 0.8008), strict=True)),
    "0.7": dict(zip(_LAMBDAS_000, (0.7594, 0.8516, 0.9015, 0.8745, 0.8110), strict=True)),
    "0.75": dict(zip(_LAMBDAS_000, (0.7155, 0.8466, 0.8910, 0.8630, 0.8064), strict=True)),
    "0.8": dict(zip(_LAMBDAS_000, (0.7206, 0.8484, 0.8846, 0.8516, 0.7949), strict=True)),
}
"""AC by tau, then by lambda (paper 000, Table 6)."""

THRESHOLDS_004 = {
    "database syllabi": {
        "mean": (0.214, 1.0, 0.879),
        "weighted_mean": (0.195, 0.427, 1.0),
        "kmeans": (0.214, 1.0, 0.879),
        "birch": (0.175, 0.377, 1.0),
        "silhouette": (0.270, 1.0, 0.038),
    },
    "job offers": {
        "mean": (0.277, 1.0, 0.055),
        "weighted_mean": (0.278, 1.0, 0.054),
        "kmeans": (0.229, 1.0, 0.965),
        "birch": (0.310, 1.0, 0.008),
        "silhouette": (0.390, 1.0, 0.000166),
    },
    "trip to Paris": {
        "mean": (0.491, 0.329, 0.849),
        "weighted_mean": (0.499, 0.248, 0.943),
        "kmeans": (0.579, 0.690, 0.130),
        "birch": (1.0, 0.0, 0.0),
        "silhouette": (0.590, 0.698, 0.078),
    },
}
"""Threshold, precision and recall by topic and estimator (paper 004, Table 3)."""

HOURS_001 = {
    "tourism": {
        "bfs": 7.78, "best-first": 8.56, "fcsa": 10.72, "fcwseo": 13.94, "fcts": 10.11, "fcits": 11.26,
        "fcoits": 11.27, "fcits-oh": 11.97,
    },
    "rainstorm disasters": {
        "bfs": 8.24, "best-first": 8.93, "fcsa": 11.08, "fcwseo": 11.64, "olmoaco": 16.00, "fcts": 9.98,
        "fcits": 10.29, "fcoits": 11.24, "fcits-oh": 11.51,
    },
}  # fmt: skip
"""Running time in hours (paper 001, Table 2)."""

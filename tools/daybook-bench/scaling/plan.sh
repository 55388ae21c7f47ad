#!/usr/bin/env bash
# The plan for many users, computed: plan.sh --users 10000000 --median 100 … ; plan.sh --help names the assumptions.
set -euo pipefail
source "$(dirname "$0")/../speed/java.sh"
"${bench[@]}" dev.daybook.bench.scaling.ScalingPlan "$@"

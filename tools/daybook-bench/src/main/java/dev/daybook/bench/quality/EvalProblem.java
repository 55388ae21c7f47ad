package dev.daybook.bench.quality;

import dev.daybook.internal.json.PlainJson;
import java.util.LinkedHashMap;
import java.util.Map;

/** A failure as problem+json, with the same members as those of all other commands. */
record EvalProblem(String title, int status, String code, String detail) {

    static EvalProblem of(int exit, String detail) {
        return switch (exit) {
            case EvalMain.WRONG_USAGE -> new EvalProblem("Wrong usage", 400, "invalid", detail);
            case EvalMain.NOT_FOUND -> new EvalProblem("Not found", 404, "not_found", detail);
            default -> new EvalProblem("Failed", 500, "failed", detail);
        };
    }

    String json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("type", "about:blank");
        json.put("title", title);
        json.put("status", status);
        json.put("code", code);
        json.put("detail", detail);
        return PlainJson.write(json);
    }
}

#!/usr/bin/env bash
# Generates docs/rest.md: calls every route with curl on a real server over an empty memory. Needs curl and the requirements of ./daybook.
set -euo pipefail
cd "$(dirname "$0")/.."
daybook=${DAYBOOK:-./daybook}
port=${PORT:-7411}
home=$(mktemp -d)
export DAYBOOK_DATA=$home/memory
page=$home/rest.md
serving=
trap '[ -z "$serving" ] || { kill "$serving" && wait "$serving" || true; }; rm -rf "$home"' EXIT

export KEY
KEY=$($daybook key create --rights read,write,forget,admin)
CRAWLER=$($daybook key create --user ada --rights write --trust tool)
PROPOSER=$($daybook key create --user ada --rights propose)
# daybook_ID_SECRET
crawler_id=${CRAWLER#daybook_}
crawler_id=${crawler_id%%_*}
# exec, so that the trap ends the server and not a shell.
(exec $daybook serve --embedder none --port "$port" 2>"$home/serve.log") &
serving=$!
for _ in $(seq 300); do curl -fs "http://127.0.0.1:$port/readyz" >/dev/null && break; sleep 0.1; done

text() { printf '%s\n' "$@" >>"$page"; }

# call ROUTE PATH [BODY] [HEADER]: calls the route and writes the command and the answer. The route has the form of openapi.yaml.
# AS names the variable of the key.
call() {
  local route=$1 path=$2 body=${3:-} header=${4:-}
  local method=${route%% *}
  local key=${AS:-KEY}
  local -a arguments=()
  local shown="curl"
  [ "$method" = GET ] || { arguments+=(-X "$method"); shown+=" -X $method"; }
  case $path in /healthz | /readyz | /openapi.json) ;; *)
    arguments+=(-H "Authorization: Bearer ${!key}")
    shown+=" -H \"Authorization: Bearer \$$key\"" ;;
  esac
  [ -z "$header" ] || { arguments+=(-H "$header"); shown+=" -H '$header'"; }
  [ -z "$body" ] || [[ $header == Content-Type:* ]] || { arguments+=(-H 'Content-Type: application/json'); shown+=" -H 'Content-Type: application/json'"; }
  [ -z "$body" ] || { arguments+=(-d "$body"); shown+=" -d '$body'"; }
  # An event stream has no end.
  [ "$path" != /v1/events ] || { arguments+=(-N --max-time 1); shown+=" -N"; }
  curl -s -D "$home/head" -o "$home/body" "${arguments[@]}" "http://127.0.0.1:$port$path" || [ "$path" = /v1/events ]
  answer=$(head -c 1500 "$home/body")
  [ "$(wc -c <"$home/body")" -le 1500 ] || answer+=$'\n…'
  {
    printf '\n`%s`\n\n```console\n$ %s localhost:7411%s\n' "$route" "$shown" "$path"
    grep -i -E '^(HTTP|etag|retry-after|daybook-exported-at)' "$home/head" | tr -d '\r'
    printf '%s\n```\n' "$answer"
  } >>"$page"
}

# Prints the first value of a text field in the last answer.
field() { sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p" "$home/body" | head -n 1; }

ada=/v1/spaces/default/users/ada
space=/v1/spaces/default

text '# The REST interface, call by call' '' \
  '`docs/rest.sh` generates this page from real calls. `/openapi.json` of a running server describes every field.' \
  '`S` stands for one scope: `/v1/spaces/{space}/users/{user}`, `/v1/spaces/{space}/users/{user}/agents/{agent}`, `/v1/spaces/{space}/agents/{agent}`, `/v1/spaces/{space}/anonymous` or `/v1/spaces/{space}/shared`.' \
  '`daybook key create` creates an API key; a server with `--open` needs none. [operating.md](operating.md) describes keys, limits and operation.'

text '' '## Episodes, recall and context'
call 'POST S/episodes' $ada/episodes '{"id":"e1","session":"trip","occurredAt":"2026-05-01T10:00:00Z","messages":[{"role":"user","text":"My name is Ada. The ferry to Capri leaves at nine."},{"role":"assistant","text":"Noted."}]}'
text '' 'Several at once:'
call 'POST S/episodes' $ada/episodes '[{"id":"e2","session":"trip","input":"I am allergic to peanuts."},{"id":"e3","session":"home","input":"The kettle is blue.","output":"A fine colour."},{"id":"shop: tea","session":"home","input":"The tea shop opens at ten."}]'
text '' 'A message contains its tool calls; a tool message names the answered call:'
call 'POST S/episodes' $ada/episodes '{"id":"e4","session":"sky","messages":[{"role":"assistant","text":"","toolCalls":[{"id":"c1","name":"weather","arguments":"{\"place\":\"Capri\"}"}]},{"role":"tool","text":"sunny","toolCallId":"c1"}]}'
call 'GET S/sessions/{id}/messages' $ada/sessions/sky/messages
call 'GET S/episodes' "$ada/episodes?session=trip&limit=1"
call 'GET S/episodes/{id}' $ada/episodes/e2
text '' 'Percent-encode an id with characters other than letters, digits and `._@:-`:'
call 'GET S/episodes/{id}' $ada/episodes/shop:%20tea
text '' 'Write an id with a slash, or with `~` at the beginning, as `~` and the base64url of its UTF-8. This one is `not/here`:'
call 'GET S/episodes/{id}' $ada/episodes/~bm90L2hlcmU
text '' 'Hybrid search (`by` is `best` by default; `words` is keyword search, `meaning` semantic search). Each hit has its provenance, its trust, and the speaker of each message:'
call 'POST S/recall' $ada/recall '{"query":"when does the ferry leave?","limit":1}'
text '' 'The rank and the score of one entry, or the rule that excludes it:'
call 'POST S/explain' $ada/explain '{"query":"when does the ferry leave?","kind":"episode","id":"e1"}'
text '' 'What would be recalled without some entries and everything derived from them, as if they had never been written? `leftOut` has selections as `forget` has them; a rank of 0 is no hit:'
call 'POST S/recall/without' $ada/recall/without '{"query":"when does the ferry leave?","limit":1,"leftOut":[{"kind":"episode","id":"e1"}]}'
text '' 'The same for a context:'
call 'POST S/context/without' $ada/context/without '{"session":"new","prompt":"when does the ferry leave?","maxTokens":100,"leftOut":[{"kind":"episode","id":"e1"}]}'
text '' 'Waits until the background work on a write is done; `wait` is in milliseconds, and the body is the receipt:'
call 'POST S/await' "$ada/await?wait=1000" '{"id":"e1","position":1,"revision":1,"durable":true,"words":"done","vector":"off","derived":"off"}'
call 'POST S/context' $ada/context '{"session":"trip","prompt":"What should I not eat?","maxTokens":200,"keep":true}'
call 'GET S/contexts/{id}' "$ada/contexts/$(field id)"
text '' 'For a caller that sends the messages of the current session to the model itself (`recent` is `none`, `all` or a number of messages):'
call 'POST S/context' $ada/context '{"session":"trip","prompt":"When does the ferry leave?","maxTokens":200,"recent":"none","kinds":["episode","fact"]}'

text '' '## Sessions'
call 'GET S/sessions' $ada/sessions
text '' 'Every list is read in pages with `limit` and `cursor`, the `next` of the page before, in an order that no write changes (episodes are in the order of their times):'
call 'GET S/sessions' "$ada/sessions?limit=1"
call 'PUT S/sessions/{id}' $ada/sessions/trip '{"name":"The trip to Capri"}'
call 'GET S/sessions/{id}/messages' "$ada/sessions/trip/messages?limit=2"
call 'POST S/sessions/{id}/summarize' $ada/sessions/trip/summarize
call 'GET S/sessions/{id}/summary' $ada/sessions/trip/summary
call 'PUT S/sessions/{id}/summary' $ada/sessions/trip/summary '{"text":"Ada plans a day on Capri.","upTo":2}'
call 'GET S/summaries' $ada/summaries

text '' '## Blocks'
call 'PUT S/blocks/{name}' $ada/blocks/persona '{"content":"Answers briefly.","agentWritable":true}'
text '' 'The ETag is the version (compare-and-set). Every write of a block evaluates `If-Match` and `If-None-Match` in the step that writes: a tag, a list, or `*` (RFC 9110; `"0"` is the tag of a block that does not exist). A write of one episode or one fact under its id does so too; its tag is its `revision`. If the condition does not hold, the write is refused:'
call 'PUT S/blocks/{name}' $ada/blocks/persona '{"content":"Answers at length."}' 'If-Match: "0"'
call 'POST S/blocks/{name}/append' $ada/blocks/persona/append '{"text":"Likes boats.","separator":" "}'
call 'POST S/blocks/{name}/move' $ada/blocks/persona/move '{"order":0}'
call 'GET S/blocks' $ada/blocks
call 'GET S/blocks/{name}/versions' $ada/blocks/persona/versions
call 'DELETE S/blocks/{name}' $ada/blocks/persona

text '' '## Facts and notes'
call 'POST S/facts' $ada/facts '{"id":"f1","subject":"Ada","predicate":"lives in","object":"Lisbon"}'
call 'GET S/facts' "$ada/facts?subject=Ada"
text '' 'What a text of the user would do to the facts, without writing it: `new`, `repeats`, `refines`, `ends` or `contradicts`. `stated` is what rules read (missing if a sentence is compared by its words alone), `present` the fact that it meets. The body is that of `POST S/episodes`, or `{"fact":{…}}` with that of `POST S/facts`; ids are ignored:'
call 'POST S/assess' $ada/assess '{"fact":{"subject":"Ada","predicate":"lives in","object":"Porto"}}'
text '' 'What a model stated and a check rejected, with the reason and what the messages lack:'
call 'GET S/rejected-statements' $ada/rejected-statements
text '' 'An entry of any kind with all its fields; `?versions=true` returns the versions of a fact or a block:'
call 'GET S/entries/{kind}/{id}' $ada/entries/fact/f1
call 'POST S/facts/{id}/end' $ada/facts/f1/end '{"at":"2030-01-01T00:00:00Z"}'
call 'DELETE S/facts/{id}' $ada/facts/f1
call 'POST S/notes' $ada/notes '{"contents":["The spare key is under the pot."],"wait":true}'
text '' 'With one text, `expiresAt` is the end of the note and `dueAt` the time from which each context shows it; `GET S/notes?due=TIME` lists the notes that are' \
    'due then, the earliest first. `POST S/episodes`, `POST S/facts` and `PUT S/blocks/{name}` take `expiresAt` as well. It is later than now, and what has ended is in' \
    'no answer.'
call 'GET S/notes' "$ada/notes?begin=1&count=5"

text '' '## A scope as a whole'
call 'GET S/profile' $ada/profile
text '' 'The header says when an export was made:'
call 'GET S/export' $ada/export
text '' 'Import: a line that equals its entry changes nothing, another text under its id is a new version, and an invalid line is reported while the others are imported.'
call 'POST S/import' $ada/import '{"kind":"note","id":"n1","occurredAt":"2026-05-01T11:00:00Z","text":"The ladder is behind the shed."}' 'Content-Type: application/x-ndjson'
text '' 'Entries as one batch, with a receipt each; the texts are interchange lines:'
call 'POST S/entries' $ada/entries '{"entries":["{\"kind\":\"note\",\"id\":\"n2\",\"occurredAt\":\"2026-05-01T12:00:00Z\",\"text\":\"The saw is in the shed.\"}"]}'
text '' 'A write that is declared an import states the trust and the recording time of its entries; that needs the right `admin`, as an import:'
call 'POST S/facts' "$ada/facts?import=true" '{"id":"f3","subject":"Ada","predicate":"was born in","object":"Faro","trust":"import","recordedAt":"2026-05-01T12:00:00Z"}'
call 'POST S/consolidate' $ada/consolidate
operation=$(sed -n 's/.*"derivation":"facts"[^}]*"operation":"\([^"]*\)".*/\1/p' "$home/body")
call 'GET /v1/operations/{id}' "/v1/operations/$operation"
text '' 'Its audit entry, of any scope and of this scope:'
call 'GET /v1/operations/{id}/audit' "/v1/operations/$operation/audit"
call 'GET S/audit/{operation}' "$ada/audit/$operation"
call 'POST /v1/operations/{id}/undo' "/v1/operations/$operation/undo"
text '' 'The same within a scope; this undoes the undo:'
call 'POST S/undo' $ada/undo "{\"operation\":\"$(field operation)\"}"

text '' '## Quarantine' '' 'Quarantine hides the entries of a writer from all queries, and keeps them for a review.' \
  'Here a crawler has a key of its own, from `daybook key create --user ada --rights write --trust tool`:'
AS=CRAWLER call 'POST S/episodes' $ada/episodes '{"id":"e9","session":"home","input":"Ada keeps her gold under the bed."}'
text '' 'The server records the key of every written entry (`key` is its id, which `daybook key list` shows):'
call 'POST S/quarantine' $ada/quarantine "{\"key\":\"$crawler_id\",\"since\":\"2026-05-01T00:00:00Z\"}"
operation=$(field operation)
call 'GET S/quarantine' $ada/quarantine
call 'GET S/quarantine/{operation}' "$ada/quarantine/$operation"
call 'POST S/quarantine/{operation}/release' "$ada/quarantine/$operation/release"
text '' 'A key from `daybook key create --user ada --rights propose` writes into quarantine only, for a review. The answer has the ids of the episodes, which are not those of the call:'
AS=PROPOSER call 'POST S/proposals' $ada/proposals '{"id":"e10","session":"home","input":"Ada sells her kettle."}'
call 'GET S/quarantine' $ada/quarantine

text '' '## Forgetting (erasure)'
call 'DELETE S/episodes/{id}' $ada/episodes/e2
text '' 'A forgotten entry is invisible at once. This call waits until its bytes have left the files:'
call 'GET /v1/operations/{id}' "/v1/operations/$(field operation)?wait=30"
call 'DELETE S/sessions/{id}' $ada/sessions/trip
call 'POST S/forget' $ada/forget '{"all":true,"dryRun":true}'
text '' 'Up to a thousand entries of one kind by their ids, in one erasure that is atomic; one entry has `id` instead of `ids`:'
call 'POST S/forget' $ada/forget '{"kind":"episode","ids":["e3","shop: tea"],"dryRun":true}'
call 'POST S/forget' $ada/forget '{"before":"2026-05-02T00:00:00Z"}'

text '' '## Changes' '' 'What was written, hidden and erased, after a cursor; with `Accept: text/event-stream` a stream. [feed.md](feed.md) has what it promises:'
call 'GET S/changes' "$ada/changes?limit=2"
text '' 'What was erased has no content and no id:'
since=$(field next)
curl -s -X DELETE -H "Authorization: Bearer $KEY" "http://127.0.0.1:$port$ada/episodes/e3" >/dev/null
call 'GET S/changes' "$ada/changes?since=$since&limit=1"

text '' '## A space'
call 'GET /v1/spaces' /v1/spaces
call 'GET /v1/spaces/{space}/scopes' $space/scopes
call 'GET /v1/spaces/{space}/settings' $space/settings
call 'PUT /v1/spaces/{space}/settings' $space/settings '{"bank":{"enabled":true},"derivations":{"off":["gists"]},"lowTrust":"mark"}'
call 'POST /v1/spaces/{space}/bank' $space/bank '{"text":"The tower is closed on Mondays.","level":"day","period":"2026-05-01"}'
call 'GET /v1/spaces/{space}/bank' $space/bank
call 'GET /v1/spaces/{space}/bank/preview' "$space/bank/preview?maxTokens=300"
call 'GET /v1/spaces/{space}/bank/due' "$space/bank/due?idleMinutes=0"
call 'POST /v1/spaces/{space}/bank/summarize' $space/bank/summarize '{"user":"ada","session":"home"}'
call 'POST /v1/spaces/{space}/bank/run' $space/bank/run
call 'POST /v1/spaces/{space}/bank/compress' $space/bank/compress '{"maxTokens":500}'
call 'DELETE /v1/spaces/{space}/bank' $space/bank

text '' '## The process' '' 'What the key may do, and the scopes with entries that it can read:'
call 'GET /v1/access' /v1/access
AS=CRAWLER call 'GET /v1/access' /v1/access
text '' 'The keys with grants that the caller administers; a grant of one of them, and its withdrawal:'
call 'GET /v1/keys' /v1/keys
call 'PUT /v1/keys/{id}/grants' "/v1/keys/$crawler_id/grants" '{"scope":"spaces/default/users/bob","rights":["write"]}'
call 'DELETE /v1/keys/{id}/grants' "/v1/keys/$crawler_id/grants?scope=spaces/default/users/bob"
text '' 'The background work of the process, and its latest failures:'
call 'GET /v1/backlog' /v1/backlog
call 'GET /healthz' /healthz
call 'GET /readyz' /readyz
call 'GET /metrics' /metrics
call 'GET /v1/events' /v1/events
call 'GET /openapi.json' /openapi.json

text '' '## When it goes wrong' '' 'Every error is a problem document (RFC 9457) whose message names the remedy; [errors.md](errors.md) lists the codes.' \
  'A write of a text that was forgotten in the scope is a 422 with the code `forgotten`, if the setting `refuseForgotten` of the space is on; nothing of it is stored.' \
  'Any other text that the memory does not accept, such as one that is too long or looks like a secret where the space rejects these, is a 400 with `"refused":"text"`, or a 413.'
call 'POST S/recall' $ada/recall '{"query":"tea","limt":3}'
call 'GET S/episodes/{id}' /v1/spaces/elsewhere/users/ada/episodes/e1
KEY=daybook_wrong call 'GET S/profile' $ada/profile
text '' 'A write by id never replaces an entry of more trust, and a key that is bounded below the trust of a user replaces only its own: 409 `conflict`, title `Protected entry`. [SECURITY.md](../SECURITY.md#rights-and-trust-of-operations) lists the right and the trust of every call.'
text '' 'A valid key without the right, here that of the crawler:'
AS=CRAWLER call 'GET S/profile' $ada/profile

cp "$page" docs/rest.md
echo "docs/rest.md: $(grep -c '^\$ curl' docs/rest.md) calls" >&2

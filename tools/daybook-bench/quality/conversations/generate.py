"""Writes self-made conversations with questions, as daybook eval reads them: conversations.jsonl and questions.jsonl.

The same seed gives the same files. Usage: generate.py FOLDER [--seed N] [--people N] [--assistants N]
"""

import argparse
import json
import pathlib

from assistance import Assistance
from people import Dialogue


def conversations(seed, people, assistants):
    for i in range(people):
        yield f"people-{i}", Dialogue(f"{seed}/people/{i}"), 14 + i % 9
    for i in range(assistants):
        yield f"assistant-{i}", Assistance(f"{seed}/assistant/{i}"), 20 + 4 * (i % 5)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--people", type=int, default=10, help="conversations of two people")
    parser.add_argument("--assistants", type=int, default=5, help="conversations of a user with an assistant")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    with open(options.folder / "conversations.jsonl", "w") as turns, open(options.folder / "questions.jsonl", "w") as questions:
        for name, conversation, sessions in conversations(options.seed, options.people, options.assistants):
            conversation.run(sessions)
            for turn in conversation.turns:
                print(json.dumps(dict(conversation=name, **turn)), file=turns)
            for number, question in enumerate(conversation.questions):
                print(json.dumps(dict(qid=f"{name}/{number}", conversation=name, **question)), file=questions)


if __name__ == "__main__":
    main()

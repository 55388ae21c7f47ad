"""The vocabulary of the self-made conversations. Written for this purpose; no sentence is from a data set."""


def rows(text):
    return [line.strip() for line in text.strip().split("\n") if line.strip()]


MONTHS = "January February March April May June July August September October November December".split()
NAMES = """Ansgar Birte Cosmin Dorthe Emeka Fiadh Gunnar Halina Ismet Jorun Kasimir Leocadia Marisol Nandor Oyvind Perpetua Quirin
Rosalba Sindre Thandiwe Ulrike Vasco Wilhelmina Xenia Yorick Zdenka Ailsa Bogdan Cressida Demir Eluned Florian Gwendolyn Hendrik Ilse
Joachim Kirsten Ludmila Mateus Noor""".split()
RELATIVES = """sister brother cousin aunt uncle neighbour mother father grandmother nephew niece roommate colleague boss coach landlord
daughter son flatmate godfather""".split()
OTHERS = """Agnes Bernard Clovis Delphine Edgar Faustina Gustav Hedwig Ivo Jolanta Konrad Lioba Moritz Nadia Orla Piet Renate Silas
Tilda Urs Vera Wolf""".split()
PLACES = rows(
    """the flea market
the harbour
the village hall
the botanical garden
the community centre
the old mill
the public library
the lakeside cabin
the railway museum
the university
a farm outside town
the corner shop
the leisure centre
the town square
a little studio on Mill Lane
the parish church
the allotments
the school gym
the riverbank
a barn near the border"""
)
TOWNS = """Trieste Aarhus Porto Gdansk Lucerne Bergen Valencia Tallinn Bruges Galway Split Uppsala Cork Turku Ghent Zadar Dundee Basel
Oviedo Lisbon Kyoto Montreal Quito Hanoi Nairobi Cusco Tbilisi Perth""".split()
REASONS = rows(
    """because the old one fell apart
because I needed something to do with my hands
to clear my head after work
since the doctor told me to slow down
because I could not say no
because it reminded me of my childhood
to save some money
after months of thinking about it
because everyone kept telling me to
as a present to myself
to prove to myself that I could
because the winters here are so long"""
)
WHEN = rows(
    """yesterday
last week
last weekend
on Saturday
two days ago
last month
this morning
on Tuesday evening
a fortnight ago
the other day
on Friday
over the holidays"""
)
FEELINGS = rows(
    """I still cannot quite believe it.
It was harder than I thought.
Honestly, it made my whole month.
My hands were shaking the entire time.
I was so nervous beforehand.
It rained the whole time, but I did not care.
It cost more than I had planned.
I would do it again in a heartbeat.
I have not slept this well in years.
It was a bit of a disappointment, to be fair.
I felt really proud afterwards.
Everyone laughed at me, of course.
I am already looking forward to the next time.
It took the whole afternoon.
There were only five of us."""
)
REACTIONS = rows(
    """That sounds wonderful!
Wow, good for you!
Oh no, I am sorry to hear that.
That is so you.
Ha, I can picture it.
I am really happy for you.
No way!
That must have been a lot of work.
You always have the best stories.
Sounds like a great time.
I am jealous.
That is amazing, congratulations!
Oh, lovely.
Good to hear it went well.
I totally get that.
You deserve it.
Thanks, that means a lot to me.
Fair enough.
Hm, interesting.
Aww, that is sweet."""
)
BACK = rows(
    """How are things on your side?
And you, what is new?
What about you?
How did it feel?
How did that come about?
Who was there with you?
What made you decide that?
Was it hard?
Are you going to keep at it?
How long did it take?
Did you enjoy it?
Any plans for the weekend?
How is the family?
Tell me more!
Do you have a picture?"""
)
GREET = rows(
    """Hey {other}! Long time no see, how is life?
Hi {other}, good to hear from you!
Hello {other}! How was your week?
{other}! I was just thinking of you.
Good evening {other}, are you well?
Hey {other}, sorry that I did not answer earlier."""
)
HELLO = rows(
    """Hey {other}! All good here, just busy. What have you been up to?
Hi {other}! Tired but happy. Anything new with you?
Hello! Pretty well, thanks for asking. What is going on in your life?
{other}, finally! So much happened. You first!
Not bad, the usual chaos. And you?"""
)
BYE = rows(
    """I have to run, talk soon!
Alright, take care, {other}!
Let us catch up again next week.
Good night, {other}, and thanks for listening.
Bye for now!
Say hello to everyone from me."""
)
CHAT = rows(
    """The weather has been dreadful lately, hasn't it?
I barely slept, the upstairs neighbours were moving furniture again.
Work is draining me at the moment.
I keep drinking too much coffee these days.
The trains were late again this morning.
Sometimes it is the small things that keep us going.
It is good to take a break now and then.
We should meet up in person soon.
I have been trying to spend less time on my phone.
Life is funny like that.
Family is everything, isn't it?
It is important to have people who support you.
I find it so relaxing to be outside.
Time flies, it feels like yesterday that we met.
I really appreciate our friendship.
You have to follow your heart in such things.
A quiet evening is all I need right now.
I could not have done it without my friends.
Keep going, you are doing great.
It always helps me to talk to you.
I am so full, dinner was huge.
The kids were up at five again.
My inbox is a catastrophe.
There is nothing like fresh air in the morning.
I love how passionate you are.
Every day is a new chance, I guess."""
)

# Things by class; the other names of the class, as a question may call it.
THINGS = {
    "pet": (
        ["animal", "pet", "furry friend"],
        "a terrier;a tabby kitten;a tortoise;a pair of budgies;a greyhound;an old mare;a rabbit with one ear;a hedgehog;three hens;a ginger tomcat;a husky puppy",
    ),
    "vehicle": (
        ["vehicle", "ride", "means of transport"],
        "a cargo bike;a rusty camper van;a moped;a canoe;a folding bicycle;a second-hand estate car;a wooden dinghy;an electric scooter;a tandem",
    ),
    "instrument": (
        ["instrument", "musical instrument"],
        "an accordion;a cello;a banjo;a harmonica;an upright piano;a ukulele;a clarinet;a set of bongos;a mandolin;a violin",
    ),
    "furniture": (
        ["piece of furniture", "item for the house", "furnishing"],
        "a walnut desk;an armchair in mustard yellow;a bunk bed;a tall bookcase;an oak sideboard;a rocking chair;a hammock;a standing lamp;a chest of drawers",
    ),
    "kitchen": (
        ["kitchen item", "household device", "appliance"],
        "a copper kettle;a waffle iron;a pasta machine;a cast-iron skillet;a bread oven;an espresso machine;a pressure cooker;a set of knives",
    ),
    "dish": (
        ["dish", "meal", "food"],
        "a mushroom risotto;a pumpkin curry;fish tacos;a lentil stew;a beetroot soup;stuffed peppers;a paella;dumplings with leek;an onion tart;ramen with smoked egg",
    ),
    "cake": (
        ["dessert", "sweet", "baked thing"],
        "a lemon tart;a rhubarb crumble;cinnamon buns;a poppy seed cake;a cheesecake with blackberries;almond biscuits;a walnut brownie;a plum strudel",
    ),
    "book": (
        ["book", "novel", "author's work"],
        '"The Salt Road";"Nine Lanterns";"A House of Moths";"The Cartographer of Rain";"Winter Orchard";"Letters to a Lighthouse";"The Last Ferryman";"Copper Sky";"The Quiet Alphabet"',
    ),
    "film": (
        ["film", "movie", "picture"],
        '"Glass Harbour";"The Beekeeper\'s Son";"Midnight Tram";"Seven Kites";"An Ordinary Thief";"The Snow Clerk";"Polar Waltz"',
    ),
    "plant": (
        ["plant", "thing in the garden", "vegetable or flower"],
        "tomatoes;a fig tree;lavender;sunflowers;a row of leeks;sweet peas;a quince;dahlias;strawberries;runner beans;a lemon tree in a pot",
    ),
    "craft": (
        ["handmade thing", "piece of craft", "creation"],
        "a patchwork quilt;a clay vase;a birdhouse;a woollen scarf;a macrame wall hanging;a stained glass lamp;a leather wallet;a set of mugs;a wooden spoon;an embroidered cushion",
    ),
    "art": (
        ["picture", "artwork", "piece of art"],
        "a watercolour of the bay;a portrait of my grandmother;a sunset over the dunes;a mural with whales;a sketch of the market;an abstract in blue and ochre;a charcoal drawing of a heron",
    ),
    "sport": (
        ["sport", "physical activity", "exercise"],
        "fencing;rowing;badminton;bouldering;judo;open water swimming;archery;cross-country skiing;table tennis;roller derby;yoga;volleyball",
    ),
    "language": (["language", "foreign tongue", "subject"], "Portuguese;Finnish;sign language;Japanese;Welsh;Arabic;Greek;Korean;Basque;Italian"),
    "course": (
        ["course", "class", "training"],
        "a first aid course;an evening class in carpentry;a course on beekeeping;a photography workshop;a sewing class;a course in accounting;a pottery class;a barista training",
    ),
    "club": (
        ["club", "group", "association"],
        "a chess club;a choir;a hiking group;the volunteer fire brigade;a reading circle;an amateur theatre group;the local repair cafe;a support group for carers;a gardening society",
    ),
    "job": (
        ["job", "position", "profession", "line of work"],
        "a job at a bakery;a position as a paramedic;a post as a museum guide;work as a tree surgeon;a job in a call centre;an apprenticeship with a violin maker;a role as a school librarian;a job on a ferry",
    ),
    "town": (["city", "destination", "town"], ";".join(TOWNS)),
    "nature": (
        ["natural place", "landmark", "place outdoors"],
        "the glacier above the valley;the waterfall at Skogar;the salt marshes;the Blue Cave;a volcano;the cliffs in the west;the pine forest behind the dam;the desert canyon;Lake Orta",
    ),
    "injury": (
        ["injury", "health problem", "medical trouble"],
        "a sprained ankle;a broken wrist;a slipped disc;a nasty migraine;the flu;a torn ligament;an allergic rash;an inflamed tooth;pneumonia",
    ),
    "keepsake": (
        ["object", "belonging", "possession"],
        "a pocket watch;my wedding ring;a silver bracelet;my passport;a leather notebook;a red umbrella;my house keys;an old film camera;a jade necklace;my favourite scarf",
    ),
    "prize": (
        ["award", "prize", "contest"],
        "the pie contest;a scholarship;second place in the half marathon;a photo competition;the regional spelling bee;a hamper at the raffle;the poetry slam;a bronze medal in judo",
    ),
    "event": (
        ["event", "gathering", "celebration"],
        "a garden party;a surprise birthday;a charity run;a clothes swap;a game night;a baby shower;a lantern parade;a neighbourhood dinner;a poetry evening;a bake sale",
    ),
    "tech": (
        ["gadget", "device", "piece of equipment"],
        "a telescope;a drone;noise cancelling headphones;a 3D printer;a tablet;a smart watch;a turntable;an e-reader;a metal detector",
    ),
    "show": (
        ["performance", "show", "live event"],
        "a jazz concert;a flamenco show;the opera;an ice hockey game;a puppet theatre;a comedy night;a tango festival;a drag brunch;an open-air symphony",
    ),
    "cause": (
        ["charity", "cause", "volunteering"],
        "the animal shelter;a soup kitchen;the beach cleanup;a homework club for refugees;the blood drive;a helpline for teenagers;the food bank;a retirement home",
    ),
}
THINGS = {k: (names, v.split(";")) for k, (names, v) in THINGS.items()}

# An act: forms in a statement (first person, past), base forms in a question, forms as a noun or gerund, classes of things.
ACTS = [
    (
        "buy",
        "bought;picked up;treated myself to;finally got",
        "buy;purchase;acquire;get",
        "purchase;new acquisition",
        "vehicle instrument furniture kitchen tech",
    ),
    ("adopt", "adopted;took in;brought home;gave a home to", "adopt;take in;get", "adoption;new companion", "pet"),
    ("cook", "cooked;made;tried my hand at", "cook;prepare;make", "cooking;meal", "dish"),
    ("bake", "baked;made;pulled off", "bake;make;prepare", "baking;treat", "cake"),
    ("read", "read;finished;devoured;could not put down", "read;finish;enjoy reading", "reading", "book"),
    ("watch", "watched;saw;went to see", "watch;see", "evening at the pictures;viewing", "film show"),
    ("plant", "planted;put in;started growing", "plant;grow;cultivate", "gardening", "plant"),
    ("craft", "made;finished;put together", "make;create;craft;produce", "crafting;handiwork", "craft"),
    ("paint", "painted;finished;worked on", "paint;draw;create", "painting", "art"),
    ("sport", "took up;started;tried;got into", "take up;begin;try;practise", "training;new hobby", "sport"),
    ("learn", "started learning;began to study;signed up for lessons in", "learn;study;take lessons in", "studies;lessons", "language"),
    ("course", "signed up for;enrolled in;completed;started", "attend;enrol in;take;do", "education;learning", "course"),
    ("join", "joined;became a member of;signed up with", "join;become part of;belong to", "membership", "club"),
    ("job", "started;landed;accepted;was offered", "get;land;take;accept", "career;employment;work", "job"),
    ("travel", "travelled to;flew to;spent a week in;took the night train to", "visit;travel to;go to", "trip;journey;vacation;holiday", "town"),
    ("nature", "hiked to;camped near;went out to;finally saw", "visit;explore;hike to;see", "outing;excursion;hike", "nature"),
    ("hurt", "came down with;ended up with;got;am recovering from", "suffer from;have;get", "recovery;sickness", "injury"),
    ("lose", "lost;misplaced;left behind;cannot find", "lose;misplace;leave behind", "loss", "keepsake"),
    ("find", "found;dug up;came across;was given", "find;discover;receive", "find;discovery", "keepsake tech"),
    ("win", "won;came home with;somehow won", "win;receive;earn", "victory;success", "prize"),
    ("host", "hosted;organised;threw;put on", "organise;host;arrange;plan", "organising;hosting", "event"),
    ("sell", "sold;gave away;parted with", "sell;give away;get rid of", "sale", "furniture vehicle instrument"),
    ("repair", "repaired;fixed;restored;got working again", "repair;fix;restore;mend", "repair;restoration", "vehicle furniture tech instrument"),
    ("volunteer", "helped out at;volunteered at;spent the day at", "volunteer at;help;support", "volunteering", "cause"),
]
ACTS = [dict(id=a, st=b.split(";"), q=c.split(";"), noun=d.split(";"), classes=e.split()) for a, b, c, d, e in ACTS]

OPENERS = {
    "buy": "Did you find anything nice in the shops?;Have you been spending money again?;What is that in the background?",
    "adopt": "Is it still so quiet at your place?;Do I hear an animal?",
    "cook": "What was for dinner?;Are you still trying new recipes?",
    "bake": "Did you bring something sweet to the office?;Is the oven working again?",
    "read": "What is on your bedside table these days?;Any good books?",
    "watch": "Did you go out last night?;Seen anything good?",
    "plant": "How is the garden?;What does the balcony look like now?",
    "craft": "Are you still making things with your hands?;What did you do with all that material?",
    "paint": "Are you being creative?;Do you still have your brushes?",
    "sport": "Do you still move at all?;How do you stay fit?",
    "learn": "Any new year's resolutions left?;What do you do with your evenings?",
    "course": "Learning anything new?;What do you do on Wednesdays now?",
    "join": "Have you met new people?;Do you get out of the house?",
    "job": "How is work?;Did the interview go well?",
    "travel": "Where were you all this time?;Did you go away?",
    "nature": "Did you get outside?;How was the weekend?",
    "hurt": "How are you feeling?;You look tired, what happened?",
    "lose": "You sound upset, is everything alright?;What is wrong?",
    "find": "Why are you smiling?;Anything surprising lately?",
    "win": "How did the competition go?;Any good news?",
    "host": "What was all that noise about?;Did you have people over?",
    "sell": "Is the flat less crowded now?;Have you cleared out the cellar?",
    "repair": "Have you been in the workshop?;Does it work again?",
    "volunteer": "How did you spend your day off?;Where were you on Sunday?",
}
OPENERS = {k: v.split(";") for k, v in OPENERS.items()}

# Projects of a user with an assistant: their topics, and another name of each.
PROJECTS = {
    "kitchen renovation": ("tiles cabinets plumber worktop sockets lighting budget extractor grout sink flooring permit", "home makeover"),
    "marathon training": ("mileage intervals shoes recovery hydration pace tempo taper injury breakfast stretching race", "running plan"),
    "novel manuscript": ("chapter protagonist outline dialogue revision agent draft setting antagonist synopsis plot scene", "writing project"),
    "inventory web app": ("database endpoint login dashboard cache deployment schema tests migration backend token filter", "software project"),
    "wedding planning": ("venue caterer guests florist invitations seating photographer band vows rings deposit menu", "marriage preparations"),
    "household budget": ("rent savings groceries insurance spreadsheet debt mortgage pension subscription emergency tax income", "personal finances"),
    "vegetable garden": ("compost seedlings irrigation beds slugs mulch greenhouse rotation harvest soil fence pruning", "growing food"),
    "language exam": ("vocabulary grammar flashcards listening essay tutor pronunciation mock schedule verbs reading speaking", "language studies"),
    "statistics course": (
        "regression variance sampling hypothesis proof assignment median probability distribution lecture exam exercise",
        "maths class",
    ),
    "trip through Japan": ("itinerary trains hotel ryokan temples visa budget luggage ramen museum flight festival", "vacation"),
    "job search": ("resume interview portfolio salary recruiter reference offer networking cover letter commute skills", "career move"),
    "sleep routine": ("caffeine bedtime screen melatonin mattress alarm nap temperature stress journal curtains walk", "rest habits"),
    "podcast launch": ("microphone episode guests editing sponsor jingle hosting audience script trailer schedule interview", "audio show"),
    "puppy training": ("leash treats crate recall barking socialising vet commands walks chewing kennel patience", "dog education"),
    "cheese business": ("supplier label market pricing hygiene recipe maturing customers milk brand licence cellar", "small company"),
    "knee rehabilitation": ("exercise swelling physiotherapist bandage stairs cycling surgery crutches balance ice strength appointment", "recovery"),
    "family archive": (
        "photos scanning letters genealogy captions backup great-grandmother interviews dates album emigration folder",
        "ancestry research",
    ),
    "board game design": ("tokens rules playtest cards prototype theme balance publisher dice scoring tiles printing", "tabletop game"),
}
NEEDS = rows(
    """I'm stuck with the {w} for my {p}.
I want to sort out the {w} of my {p}, can you help me with that?
Could you look at the {w}? It is for the {p}.
How should I handle the {w} for the {p}?
What would you do about the {w}?
I'm trying to improve the {w} and the {v} of my {p}.
Can you give me some advice about the {w}, please?
I need a plan for the {w} before I can go on with the {v}."""
)
# What a user states, and how it is asked for later.
STATEMENTS = {
    "budget": "I have set aside {n} euros for the {w}.",
    "hours": "I spent {n} hours on the {w} last week.",
    "advice": "{o} recommended me to change the {w}.",
    "deadline": "The deadline for the {w} is {d}.",
    "choice": "I decided to go with {t} for the {w}.",
    "help": "My {rel} {o} will help me with the {w} on {d}.",
    "list": "I have {n} items on my list for the {w}.",
    "meeting": "I'm meeting {o} about the {w} on {d}.",
    "delay": "The {w} took {n} days longer than expected.",
    "experience": "I've never worked with {w} before.",
    "goal": "I reached {n} percent of my goal for the {w}.",
}
QUESTIONS = {
    "budget": ["How much money did I plan for {topic}?", "What is my budget for {topic}?", "How much am I willing to spend on {topic}?"],
    "hours": ["How much time did {topic} cost me?", "How long did I work on {topic}?"],
    "advice": ["Who suggested that I rethink {topic}?", "What did {o} advise me?"],
    "deadline": ["By when do I have to finish {topic}?", "What is due on {d}?", "When is {topic} due?"],
    "choice": ["What did I choose for {topic}?", "Which option did I pick regarding {topic}?"],
    "help": ["Who supports me with {topic}?", "Which relative lends me a hand with {topic}?"],
    "list": ["How many things are still to do for {topic}?", "How long is my list about {topic}?"],
    "meeting": ["When do I see {o} about {topic}?", "Whom did I arrange to see about {topic}?"],
    "delay": ["How late was I with {topic}?", "What was the delay of {topic}?"],
    "experience": ["Have I any experience with {topic}?", "Did I ever deal with {topic} before?"],
    "goal": ["How far am I with {topic}?", "What share of my goal for {topic} have I reached?"],
}
TOOLS = "a spreadsheet;a paper notebook;the cheap option;oak;a local company;version 3.2;an app called Tidewise;the blue variant;an online course;a second-hand model;the weekly plan;linen".split(
    ";"
)
INSTRUCTIONS = rows(
    """Always {do} when I ask about {w}.
I prefer answers that {do2} when it comes to {w}.
Never {dont} in anything about {w}.
Always {do}, please, whenever we talk about the {p}."""
)
WISHES = [
    ("include the price in euros", "name the price", "leave out the price", "cost"),
    ("use metric units", "give metric units", "use inches", "measurements"),
    ("give me a numbered list", "come as a numbered list", "write long paragraphs", "format"),
    ("mention the version of each tool", "mention version numbers", "omit the version numbers", "dependencies"),
    ("explain each step", "explain the steps", "skip steps", "explanation"),
    ("add a source", "give a source", "cite without a link", "references"),
    ("suggest a free alternative", "offer something free", "recommend paid products", "alternatives"),
    ("warn me about risks", "name the risks", "hide the risks", "dangers"),
]
ADVICE = rows(
    """Start with a clear picture of what you want from the {w}, and write down three priorities.
Set a realistic timeline for the {w} and leave some room for surprises.
Compare at least two options for the {w} before you commit.
Keep track of your progress with the {w} each week.
Break the {w} into small steps, so that it feels manageable.
Talk to somebody who has done the {w} before.
Review the {w} regularly and adjust the plan as you learn more.
It is a good idea to combine the {w} with the {v}, since they influence each other.
Do not forget the {v}; it is often underestimated.
Consider the cost of the {w} in relation to the {v}.
Check the quality of the {w} early, because late changes are expensive.
Make sure that everyone who is involved knows about the {v}.
Use a checklist for the {w} and tick off what is done.
Celebrate small wins along the way; motivation matters.
If something goes wrong with the {w}, step back and look at the {v} first."""
)
INTRO = rows(
    """That's a great question about the {w}! Here is how I would go about it.
Thanks for the details. For your {p}, I would suggest the following.
Certainly! Let's look at the {w} step by step.
Sounds as if the {p} is coming along nicely.
I understand, the {w} can be overwhelming. Here are some ideas."""
)
OUTRO = rows(
    """Would you like me to go deeper into any of these points?
Let me know how it goes with the {w}!
Do you have a date in mind for the {v}?
Which one should we take on first?
I hope this helps. Is there anything else about the {p}?"""
)
SMALL = rows(
    """Thanks, that makes sense.
Okay, I will try that.
Hmm, I'm not sure about the second point, can you explain it more?
Great, that helps a lot!
Can you shorten that for me?
I see. What else should I know?"""
)
RESUME = rows(
    """Hi again. I followed your advice, and it worked out so far. What should be the next step with the {w}?
Hello, it has been a long week. About the {w} that we talked about, I have not had the energy to do anything yet.
Good morning! I finally found time for the {w}. Where did we leave off?
I'm back. The {w} is still bothering me, and the {v} as well. My head is full.
Quick update: I started with the {w} as you suggested, and it feels better now. How do I go on from here?"""
)

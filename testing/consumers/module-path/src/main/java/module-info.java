/** A user's module: one line is all that it takes. */
module org.example.diary {
    requires dev.daybook;
}

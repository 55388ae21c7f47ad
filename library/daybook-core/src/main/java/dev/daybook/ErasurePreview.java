package dev.daybook;

import dev.daybook.model.EntryRef;
import dev.daybook.outcome.ErasureReceipt;
import java.util.List;

/** The preview of a forget: the entries that it would erase now. Each call computes it anew and changes nothing. */
public interface ErasurePreview {

    /** Returns the receipt of a dry run: the number of entries that a forget would erase, by kind. */
    ErasureReceipt receipt();

    /** Lists the entries that a forget would erase, including shared entries that cite them. */
    List<EntryRef> entries();
}

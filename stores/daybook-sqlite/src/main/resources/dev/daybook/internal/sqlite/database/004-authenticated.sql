-- New content is authenticated for the columns in clear beside it (RecordCipher.java, decision 161), and the checksum of a
-- scope is a code under the key of the store. Earlier builds cannot read it. No table changes: the key in the slot of a
-- record tells its form, and the key file those of earlier builds.
PRAGMA user_version = 4;

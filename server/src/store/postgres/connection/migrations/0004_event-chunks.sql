CREATE TABLE "event_chunks" (
	"part" bigint PRIMARY KEY NOT NULL,
	"first_at" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	"count" integer NOT NULL,
	"bytes" "bytea"
);

--> statement-breakpoint
ALTER TABLE "event_chunks" ALTER COLUMN "bytes" SET STORAGE EXTERNAL;
--> statement-breakpoint
INSERT INTO "turns" ("name", "counter") VALUES ('chunks', 0), ('deletions', 0);
--> statement-breakpoint
CREATE FUNCTION "delete_event_chunks"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	-- Who stores a chunk waits for this transaction, and this one for who stores a chunk.
	PERFORM 1 FROM "turns" WHERE "name" = 'deletions' FOR SHARE;
	DELETE FROM "event_chunks" WHERE "part" IN (SELECT DISTINCT ("seq" - 1) / 16384 FROM "gone");
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "events_delete_chunks" AFTER DELETE ON "events"
REFERENCING OLD TABLE AS "gone" FOR EACH STATEMENT EXECUTE FUNCTION "delete_event_chunks"();
--> statement-breakpoint
CREATE FUNCTION "delete_all_event_chunks"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM 1 FROM "turns" WHERE "name" = 'deletions' FOR SHARE;
	DELETE FROM "event_chunks";
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "events_change_chunks" AFTER UPDATE OR TRUNCATE ON "events"
FOR EACH STATEMENT EXECUTE FUNCTION "delete_all_event_chunks"();

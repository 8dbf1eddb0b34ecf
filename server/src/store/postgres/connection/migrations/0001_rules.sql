CREATE FUNCTION "refuse_append_only"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END
$$;
--> statement-breakpoint
CREATE FUNCTION "refuse_without_retention_pass"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF NOT EXISTS (SELECT 1 FROM "retention_pass") THEN
		RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
	END IF;
	RETURN OLD;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "consents_no_update" BEFORE UPDATE ON "consents"
FOR EACH ROW EXECUTE FUNCTION "refuse_append_only"();
--> statement-breakpoint
CREATE TRIGGER "consents_no_delete" BEFORE DELETE ON "consents"
FOR EACH ROW EXECUTE FUNCTION "refuse_without_retention_pass"();
--> statement-breakpoint
CREATE TRIGGER "consents_no_truncate" BEFORE TRUNCATE ON "consents"
FOR EACH STATEMENT EXECUTE FUNCTION "refuse_append_only"();
--> statement-breakpoint
CREATE TRIGGER "audit_no_update" BEFORE UPDATE OR DELETE ON "audit"
FOR EACH ROW EXECUTE FUNCTION "refuse_append_only"();
--> statement-breakpoint
CREATE TRIGGER "audit_no_truncate" BEFORE TRUNCATE ON "audit"
FOR EACH STATEMENT EXECUTE FUNCTION "refuse_append_only"();
--> statement-breakpoint
INSERT INTO "relay_state" ("id", "last_seq") VALUES (1, 0);
--> statement-breakpoint
INSERT INTO "turns" ("name", "counter") VALUES ('events', 0), ('decisions', 0), ('texts', 0), ('relay', 0), ('retention', 0), ('probe', 0);

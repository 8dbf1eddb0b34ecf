CREATE TABLE "passkeys" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"person_id" text COLLATE "C" NOT NULL,
	"name" text NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "people" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"link_hash" text COLLATE "C",
	"link_ends_at" timestamp (3) with time zone,
	CONSTRAINT "people_role" CHECK (role IN ('owner', 'viewer'))
);
--> statement-breakpoint
CREATE TABLE "person_sessions" (
	"hash" text COLLATE "C" PRIMARY KEY NOT NULL,
	"person_id" text COLLATE "C" NOT NULL,
	"passkey_id" text COLLATE "C" NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "audit" ADD COLUMN "done_by" text;--> statement-breakpoint
ALTER TABLE "audit" ADD COLUMN "person_id" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "audit" ADD COLUMN "thing" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "audit" ADD COLUMN "signup_id" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_sessions" ADD CONSTRAINT "person_sessions_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_sessions" ADD CONSTRAINT "person_sessions_passkey_id_passkeys_id_fk" FOREIGN KEY ("passkey_id") REFERENCES "passkeys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "passkeys_person" ON "passkeys" USING btree ("person_id");--> statement-breakpoint
CREATE UNIQUE INDEX "people_name" ON "people" USING btree (lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "people_link" ON "people" USING btree ("link_hash");--> statement-breakpoint
CREATE INDEX "person_sessions_person" ON "person_sessions" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "person_sessions_passkey" ON "person_sessions" USING btree ("passkey_id");--> statement-breakpoint
ALTER TABLE "audit" ADD CONSTRAINT "audit_signup_id_notifyme_signups_id_fk" FOREIGN KEY ("signup_id") REFERENCES "notifyme_signups"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_signup" ON "audit" USING btree ("signup_id");--> statement-breakpoint
CREATE INDEX "audit_thing" ON "audit" USING btree ("thing");--> statement-breakpoint
CREATE INDEX "audit_person" ON "audit" USING btree ("person_id");--> statement-breakpoint
DROP TRIGGER "audit_no_update" ON "audit";--> statement-breakpoint
CREATE TRIGGER "audit_no_update" BEFORE UPDATE OF "id", "at", "kind", "counts", "done_by", "person_id", "thing" ON "audit"
FOR EACH ROW EXECUTE FUNCTION "refuse_append_only"();--> statement-breakpoint
CREATE TRIGGER "audit_only_cut" BEFORE UPDATE ON "audit"
FOR EACH ROW WHEN (NEW."signup_id" IS NOT NULL) EXECUTE FUNCTION "refuse_append_only"();--> statement-breakpoint
CREATE TRIGGER "audit_no_delete" BEFORE DELETE ON "audit"
FOR EACH ROW WHEN (OLD."done_by" IS NULL) EXECUTE FUNCTION "refuse_append_only"();--> statement-breakpoint
CREATE TRIGGER "audit_only_in_a_pass" BEFORE DELETE ON "audit"
FOR EACH ROW EXECUTE FUNCTION "refuse_without_retention_pass"();

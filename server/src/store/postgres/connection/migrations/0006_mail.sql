CREATE TABLE "confirmations" (
	"token_hash" text COLLATE "C" PRIMARY KEY NOT NULL,
	"signup_id" text COLLATE "C",
	"code_hash" text NOT NULL,
	"tries" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"removed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"signup_id" text COLLATE "C",
	"payload" json,
	"state" text NOT NULL,
	"attempts" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"settled_at" timestamp (3) with time zone,
	"handed_over_at" timestamp (3) with time zone,
	"reason" text
);
--> statement-breakpoint
ALTER TABLE "notifyme_signups" ADD COLUMN "language" text;--> statement-breakpoint
ALTER TABLE "notifyme_signups" ADD COLUMN "confirmed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "confirmations" ADD CONSTRAINT "confirmations_signup_id_notifyme_signups_id_fk" FOREIGN KEY ("signup_id") REFERENCES "notifyme_signups"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_signup_id_notifyme_signups_id_fk" FOREIGN KEY ("signup_id") REFERENCES "notifyme_signups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "confirmations_signup" ON "confirmations" USING btree ("signup_id");--> statement-breakpoint
CREATE INDEX "outbox_due" ON "outbox" USING btree ("state","due_at");--> statement-breakpoint
CREATE INDEX "outbox_signup" ON "outbox" USING btree ("signup_id");--> statement-breakpoint
CREATE INDEX "outbox_handed_over" ON "outbox" USING btree ("handed_over_at");--> statement-breakpoint
INSERT INTO "turns" ("name", "counter") VALUES ('outbox', 0);

CREATE TABLE "blocked_mailboxes" (
	"hash" text COLLATE "C" PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "launch_texts" (
	"hash" text PRIMARY KEY NOT NULL,
	"language" text NOT NULL,
	"kind" text NOT NULL,
	"text" text NOT NULL,
	"published_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "notifyme_signups_list";--> statement-breakpoint
ALTER TABLE "signup_proofs" ADD COLUMN "launch_agreed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "signup_proofs" ADD COLUMN "launch_text_hash" text;--> statement-breakpoint
ALTER TABLE "signup_proofs" ADD COLUMN "launch_declined_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "notifyme_signups" ADD COLUMN "launch_agreed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "notifyme_signups" ADD COLUMN "launch_text_hash" text;--> statement-breakpoint
ALTER TABLE "notifyme_signups" ADD COLUMN "launch_declined_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "notifyme_signups" ADD COLUMN "restricted_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "notifyme_signups_list" ON "notifyme_signups" USING btree ("created_at","id","signup_type","confirmed_at","undeliverable_at","complained_at","language","launch_agreed_at","launch_declined_at","restricted_at");
CREATE TABLE "invitations" (
	"token_hash" text COLLATE "C" PRIMARY KEY NOT NULL,
	"signup_id" text COLLATE "C" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"by_person" boolean NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"redeemed_at" timestamp (3) with time zone,
	"withdrawn_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "mailing_recipients" (
	"mailing_id" text COLLATE "C" NOT NULL,
	"signup_id" text COLLATE "C" NOT NULL,
	"message_id" text COLLATE "C" NOT NULL,
	"state" text NOT NULL,
	"attempts" integer NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"attempted_at" timestamp (3) with time zone,
	"reason" text,
	CONSTRAINT "mailing_recipients_mailing_id_signup_id_pk" PRIMARY KEY("mailing_id","signup_id"),
	CONSTRAINT "mailing_recipients_message" UNIQUE("message_id")
);
--> statement-breakpoint
CREATE TABLE "mailings" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"content" json NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"started_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"people" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "signup_decisions" (
	"signup_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"decision" text NOT NULL,
	"decided_at" timestamp (3) with time zone NOT NULL,
	"decided_by" text,
	"note" text,
	"told_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "notifyme_signups" ADD COLUMN "wording_hash" text;--> statement-breakpoint
ALTER TABLE "notifyme_signups" ADD COLUMN "undeliverable_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_signup_id_notifyme_signups_id_fk" FOREIGN KEY ("signup_id") REFERENCES "notifyme_signups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mailing_recipients" ADD CONSTRAINT "mailing_recipients_mailing_id_mailings_id_fk" FOREIGN KEY ("mailing_id") REFERENCES "mailings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mailing_recipients" ADD CONSTRAINT "mailing_recipients_signup_id_notifyme_signups_id_fk" FOREIGN KEY ("signup_id") REFERENCES "notifyme_signups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signup_decisions" ADD CONSTRAINT "signup_decisions_signup_id_notifyme_signups_id_fk" FOREIGN KEY ("signup_id") REFERENCES "notifyme_signups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "invitations_signup" ON "invitations" USING btree ("signup_id");--> statement-breakpoint
CREATE INDEX "mailing_recipients_next" ON "mailing_recipients" USING btree ("mailing_id","state","due_at","message_id");--> statement-breakpoint
CREATE INDEX "mailing_recipients_signup" ON "mailing_recipients" USING btree ("signup_id");
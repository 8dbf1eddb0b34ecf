CREATE TABLE "signup_search" (
	"signup_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"folded" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "signup_search" ADD CONSTRAINT "signup_search_signup_id_notifyme_signups_id_fk" FOREIGN KEY ("signup_id") REFERENCES "notifyme_signups"("id") ON DELETE cascade ON UPDATE cascade;
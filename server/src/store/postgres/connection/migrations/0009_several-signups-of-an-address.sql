DROP INDEX "notifyme_signups_email_key";--> statement-breakpoint
CREATE INDEX "notifyme_signups_email" ON "notifyme_signups" USING btree (lower("email"),("confirmed_at" IS NOT NULL),"id");--> statement-breakpoint
CREATE UNIQUE INDEX "notifyme_signups_email_key" ON "notifyme_signups" USING btree (lower("email")) WHERE "notifyme_signups"."confirmed_at" IS NOT NULL;
ALTER TABLE "consent_texts" DROP CONSTRAINT "consent_texts_pkey";--> statement-breakpoint
ALTER TABLE "consent_texts" ADD CONSTRAINT "consent_texts_language_revision_pk" PRIMARY KEY("language","revision");--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "language" text;

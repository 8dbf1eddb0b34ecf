CREATE TABLE "saved_funnels" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"definition" json NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "saved_funnels_name" ON "saved_funnels" USING btree ("name");
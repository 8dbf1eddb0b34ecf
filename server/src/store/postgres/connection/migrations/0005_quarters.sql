CREATE TABLE "page_quarters" (
	"path" text NOT NULL,
	"quarter" text COLLATE "C" NOT NULL,
	"count" bigint NOT NULL,
	CONSTRAINT "page_quarters_path_quarter_pk" PRIMARY KEY("path","quarter")
);
--> statement-breakpoint
CREATE TABLE "refusal_quarters" (
	"source" text NOT NULL,
	"quarter" text COLLATE "C" NOT NULL,
	"count" bigint NOT NULL,
	CONSTRAINT "refusal_quarters_source_quarter_pk" PRIMARY KEY("source","quarter")
);

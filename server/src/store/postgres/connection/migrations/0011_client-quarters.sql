CREATE TABLE "client_quarters" (
	"act" text NOT NULL,
	"quarter" text COLLATE "C" NOT NULL,
	"count" bigint NOT NULL,
	CONSTRAINT "client_quarters_quarter_act_pk" PRIMARY KEY("quarter","act")
);

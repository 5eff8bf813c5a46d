CREATE TABLE "upload_usage" (
	"bucket" text NOT NULL,
	"slot" timestamp with time zone NOT NULL,
	"bytes" bigint NOT NULL,
	CONSTRAINT "upload_usage_pk" PRIMARY KEY("bucket","slot"),
	CONSTRAINT "upload_usage_bytes" CHECK ("upload_usage"."bytes" >= 0)
);
--> statement-breakpoint
CREATE INDEX "upload_usage_slot" ON "upload_usage" USING btree ("slot");
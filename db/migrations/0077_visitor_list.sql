DROP INDEX "visitor_blocks_listing";--> statement-breakpoint
CREATE INDEX "visitor_blocks_email" ON "visitor_blocks" USING btree ("email");--> statement-breakpoint
CREATE INDEX "visitors_created" ON "visitors" USING btree ("created_at","id");
// Whatever a process shows, it may have been stored by any feature.
import '../accounts/stored-messages.ts';
import '../assistant/stored-messages.ts';
import '../catalogue/stored-messages.ts';
import '../chat/protocol/mail-notices.ts';
import '../chat/stored-messages.ts';
import '../files/stored-messages.ts';
import '../inbound-email/stored-messages.ts';
import '../notifications/stored-messages.ts';
import '../clients/stored-messages.ts';
import '../orders/stored-messages.ts';
import '../platform/change/job-worker.server.ts';
import '../platform/email/mail-kind.server.ts';
import '../platform/outgoing/target.server.ts';
import '../reviews/stored-messages.ts';
import '../webhooks/stored-messages.ts';

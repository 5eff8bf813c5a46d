import type { AutomaticMail } from './parsed-mail.ts';

/** The values of a header, by its name in lower case; every one that there is. */
export type HeaderValues = (name: string) => readonly string[];

interface Judged {
  readonly header: HeaderValues;
  readonly sender: string;
  readonly subject: string;
}

const BULK = /^\s*(?:bulk|junk|list|auto[_-]?reply)\b/i;
const REPORT = /^\s*multipart\/report\b/i;
const DELIVERY = /^(?:mailer-daemon|postmaster|mail-daemon|maildaemon)@/i;
/** For programs that name themselves in no header, at the beginning alone: people write of their holidays, too. */
const OUT_OF_OFFICE =
  /^\s*\[?(?:auto(?:matic|mated)?[ -]?(?:reply|response)|autoreply|autosvar|automati(?:sk|skt|c) (?:svar|reply)|out of (?:the )?office|abwesenheits(?:notiz|nachricht)|automatische antwort|r[eé]ponse automatique|absence du bureau|respuesta autom[aá]tica|fuera de la oficina|risposta automatica|automatisch antwoord|resposta autom[aá]tica|odpowiedź automatyczna|automaattinen vastaus|automatická odpověď|automatikus válasz|răspuns automat|αυτόματη απάντηση|otomatik yanıt|автоответ|автоматический ответ|автоматична відповідь|自动(?:回复|答复)|自動(?:応答|返信|回覆)|자동 (?:응답|회신)|(?:ال)?رد (?:ال)?تلقائي|תשובה אוטומטית)(?![\p{L}\p{N}])/iu;

/**
 * Whether a program wrote it (RFC 3834 and what programs do that are older). Answers to such mails, and
 * conversations out of them, would be machines that talk to each other.
 */
export function judgeMail({ header, sender, subject }: Judged): AutomaticMail | undefined {
  const first = (name: string) => header(name)[0]?.trim() ?? '';
  const isBounce =
    header('return-path').some((path) => path.replaceAll(/\s/g, '') === '<>') ||
    DELIVERY.test(sender) ||
    REPORT.test(first('content-type')) ||
    header('x-failed-recipients').length > 0;
  if (isBounce) return 'bounce';
  const submitted = first('auto-submitted').toLowerCase();
  const isReply =
    (submitted !== '' && !/^no\b/.test(submitted)) ||
    ['x-autoreply', 'x-autorespond', 'x-auto-reply', 'x-mail-autoreply'].some(
      (name) => header(name).length > 0 && !/^(?:no|false|0)$/i.test(first(name)),
    ) ||
    OUT_OF_OFFICE.test(subject);
  if (isReply) return 'automatic reply';
  const isList =
    BULK.test(first('precedence')) ||
    ['list-id', 'list-post', 'list-unsubscribe'].some((name) => header(name).length > 0);
  return isList ? 'list' : undefined;
}

import { SUBJECT_MAX_LENGTH } from '../../../platform/email/mail.ts';
import { toLine } from '../../../platform/shown-text.ts';

/** Reply prefixes of email programs in many languages, possibly numbered, as in "Re[2]:" or "RE(3):". */
const ANSWERED =
  /^\s{0,9}(?:re|aw|antw|antwort|sv|vs|vá|rif|r|res|resp|odp|ynt|cevap|atb|bls|vast|αν|απ|σχετ|отв|ответ|на|відп|回复|回覆|答复|答覆|返信|回信|답장|회신|رد|הנ|השב|ตอบ|trả lời)\s{0,3}(?:[[(]\d{1,3}[\])]\s{0,3})?[:：]\s*/iu;
const PREFIXES_MAX = 20;

/**
 * Returns "Re: " and the original subject. In any language, an answer to one of our emails ends with the
 * subject of that email. Returns '' for an email without a subject.
 */
export function replySubject(subject: string, ownSubjects: readonly string[] = []): string {
  const own = ownSubjects.find(
    (one) => one !== '' && subject.endsWith(one) && /[:：]\s*$/.test(subject.slice(0, -one.length)),
  );
  let about = own ?? subject;
  for (let count = 0; count < PREFIXES_MAX && ANSWERED.test(about); count += 1) {
    about = about.replace(ANSWERED, '');
  }
  const line = toLine(about, SUBJECT_MAX_LENGTH - 'Re: '.length);
  return line === '' ? '' : `Re: ${line}`;
}

export function isReplySubject(subject: string): boolean {
  return ANSWERED.test(subject);
}

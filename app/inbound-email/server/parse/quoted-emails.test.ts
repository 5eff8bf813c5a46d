import fc from 'fast-check';
import { expect, describe, test } from 'vitest';
import { ENDLESS_EMAILS } from '../../../../tests/support/endless-emails.ts';
import { everyRow } from '../../../../tests/support/every-row.ts';
import { mime, multipart, plain } from '../../../../tests/support/mime.ts';
import { propertyRuns } from '../../../../tests/support/property-runs.ts';
import { readMail } from './read-mail.ts';

const OWN = 'support+0123456789abcdef0123456789abcdef@shop.example';
const FROM = 'hello@shop.example';
const ASKED = 'Hello Nora,\nwhich colour shall it be?\n\nMaya';
const MARKED = ASKED.replaceAll(/^/gm, '> ');
const ASKED_HTML = '<div>Hello Nora,<br>which colour shall it be?</div><div>Maya</div>';
const SAID = 'The blue one, please.\n\nCan it be here by Friday?';
const SAID_HTML =
  '<div>The blue one, please.</div><div><br></div><div>Can it be here by Friday?</div>';

const read = (body: string, subject = 'Re: Your chat') =>
  readMail(
    {
      raw: mime({ from: 'Nora Lind <nora@mail.example>', subject, body }),
      isCut: false,
      replyAddress: 'support@shop.example',
      fromAddress: FROM,
      ownHostname: 'shop.example',
    },
    { isSplit: true },
  );

const html = (body: string) =>
  plain(`<html><body>${body}</body></html>`, 'text/html; charset=utf-8');
const nameOfRow = ([name]: readonly [string, string]) => name;
const escaped = (text: string) => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Headers that Outlook, GMX and others write above a quotation without quotation marks. */
const HEADERS: readonly (readonly [string, string])[] = [
  [
    'Outlook, English',
    `From: Embarka <${OWN}>\nSent: Thursday, June 4, 2026 10:02 AM\nTo: Nora Lind <nora@mail.example>\nSubject: Your chat`,
  ],
  [
    'Outlook, English, from the sending address',
    `From: Embarka <${FROM}>\nSent: 04 June 2026 10:02\nTo: Nora Lind\nSubject: Your chat`,
  ],
  [
    'Outlook, German',
    `Von: Embarka <${OWN}>\nGesendet: Donnerstag, 4. Juni 2026 10:02\nAn: Nora Lind\nBetreff: Your chat`,
  ],
  [
    'Outlook, French, spaces before the colons',
    `De : Embarka <${OWN}>\nEnvoyé : jeudi 4 juin 2026 10:02\nÀ : Nora Lind\nObjet : Your chat`,
  ],
  [
    'Outlook, French, no-break spaces',
    `De\u00a0: Embarka <${OWN}>\nEnvoyé\u00a0: jeudi 4 juin 2026 10:02\nÀ\u00a0: Nora Lind\nObjet\u00a0: Your chat`,
  ],
  [
    'Outlook, Spanish',
    `De: Embarka <${OWN}>\nEnviado el: jueves, 4 de junio de 2026 10:02\nPara: Nora Lind\nAsunto: Your chat`,
  ],
  [
    'Outlook, Italian',
    `Da: Embarka <${OWN}>\nInviato: giovedì 4 giugno 2026 10:02\nA: Nora Lind\nOggetto: Your chat`,
  ],
  [
    'Outlook, Portuguese',
    `De: Embarka <${OWN}>\nEnviado(a): quinta-feira, 4 de junho de 2026 10:02\nPara: Nora Lind\nAssunto: Your chat`,
  ],
  [
    'Outlook, Dutch',
    `Van: Embarka <${OWN}>\nVerzonden: donderdag 4 juni 2026 10:02\nAan: Nora Lind\nOnderwerp: Your chat`,
  ],
  [
    'Outlook, Swedish',
    `Från: Embarka <${OWN}>\nSkickat: den 4 juni 2026 10:02\nTill: Nora Lind\nÄmne: Your chat`,
  ],
  [
    'Outlook, Finnish',
    `Lähettäjä: Embarka <${OWN}>\nLähetetty: torstai 4. kesäkuuta 2026 10.02\nVastaanottaja: Nora Lind\nAihe: Your chat`,
  ],
  [
    'Outlook, Czech',
    `Od: Embarka <${OWN}>\nOdesláno: čtvrtek 4. června 2026 10:02\nKomu: Nora Lind\nPředmět: Your chat`,
  ],
  [
    'Outlook, Hungarian',
    `Feladó: Embarka <${OWN}>\nElküldve: 2026. június 4., csütörtök 10:02\nCímzett: Nora Lind\nTárgy: Your chat`,
  ],
  [
    'Outlook, Turkish',
    `Kimden: Embarka <${OWN}>\nGönderildi: 4 Haziran 2026 Perşembe 10:02\nKime: Nora Lind\nKonu: Your chat`,
  ],
  [
    'Outlook, Greek',
    `Από: Embarka <${OWN}>\nΣτάλθηκε: Πέμπτη, 4 Ιουνίου 2026 10:02 πμ\nΠρος: Nora Lind\nΘέμα: Your chat`,
  ],
  [
    'Outlook, Russian',
    `От: Embarka <${OWN}>\nОтправлено: 4 июня 2026 г. 10:02\nКому: Nora Lind\nТема: Your chat`,
  ],
  [
    'Outlook, Arabic, with direction marks',
    `\u200fمن:\u200f Embarka <${OWN}>\n\u200fتم الإرسال:\u200f ٠٤/يونيو/٢٠٢٦ ١٠:٠٢ ص\n\u200fإلى:\u200f Nora Lind\n\u200fالموضوع:\u200f Your chat`,
  ],
  [
    'Outlook, Hebrew, with direction marks',
    `\u200fמאת:\u200f Embarka <${OWN}>\n\u200fנשלח:\u200f יום חמישי 04 יוני 2026 10:02\n\u200fאל:\u200f Nora Lind\n\u200fנושא:\u200f Your chat`,
  ],
  [
    'Outlook, Japanese',
    `差出人: Embarka <${OWN}>\n送信日時: 2026年6月4日 10:02\n宛先: Nora Lind\n件名: Your chat`,
  ],
  [
    'Outlook, Chinese',
    `发件人: Embarka <${OWN}>\n发送时间: 2026年6月4日 10:02\n收件人: Nora Lind\n主题: Your chat`,
  ],
  [
    'Foxmail, Chinese, full-width colons',
    `发件人： Embarka\n发送时间： 2026-06-04 10:02\n收件人： nora@mail.example\n主题： Your chat`,
  ],
  [
    'Outlook, Korean',
    `보낸 사람: Embarka <${OWN}>\n보낸 날짜: 2026년 6월 4일 목요일 오전 10:02\n받는 사람: Nora Lind\n제목: Your chat`,
  ],
  [
    'Outlook, Thai',
    `จาก: Embarka <${OWN}>\nส่งเมื่อ: วันพฤหัสบดีที่ 4 มิถุนายน 2569 10:02\nถึง: Nora Lind\nเรื่อง: Your chat`,
  ],
  [
    'Outlook, Vietnamese',
    `Từ: Embarka <${OWN}>\nĐã gửi: 04 Tháng Sáu 2026 10:02\nTới: Nora Lind\nChủ đề: Your chat`,
  ],
  [
    'Outlook with a rule',
    `________________________________\nFra: Embarka <${OWN}>\nSendt: 4. juni 2026 10:02\nTil: Nora Lind\nEmne: Your chat`,
  ],
  [
    'Outlook inside of a company, without addresses',
    `________________________________\nOd: Embarka\nWysłano: czwartek, 4 czerwca 2026 10:02\nDo: Nora Lind\nTemat: Your chat`,
  ],
  [
    'Outlook for the Mac, bold',
    `*From: *Embarka <${OWN}>\n*Date: *Thursday, 4 June 2026 at 10:02\n*To: *Nora Lind\n*Subject: *Your chat`,
  ],
  [
    'Outlook on the web, bold outside of the colon',
    `*Da:* Embarka <${OWN}>\n*Inviato:* giovedì 4 giugno 2026 10:02\n*A:* Nora Lind\n*Oggetto:* Your chat`,
  ],
  [
    'Outlook, receivers on several lines',
    `From: Embarka <${OWN}>\nSent: Thursday, June 4, 2026 10:02 AM\nTo: Nora Lind <nora@mail.example>; Jo Brandt <jo@elsewhere.example>;\n Anna Kern <anna@client.example>\nCc: Somebody with a very long name\n <somebody@client.example>\nSubject: Your chat`,
  ],
  [
    'Outlook, an empty line below each label',
    `From: Embarka <${OWN}>\n\nSent: Thursday, June 4, 2026 10:02 AM\n\nTo: Nora Lind\n\nSubject: Your chat`,
  ],
  [
    'Outlook, old, with a title',
    `-----Original Message-----\nFrom: Embarka [mailto:${OWN}]\nSent: Thursday, June 4, 2026 10:02 AM\nTo: Nora Lind\nSubject: Your chat`,
  ],
  [
    'GMX',
    `Gesendet: Donnerstag, 4. Juni 2026 um 10:02\nVon: "Embarka" <${OWN}>\nAn: nora@mail.example\nBetreff: Your chat`,
  ],
  [
    'mail.com',
    `Sent: Thursday, June 04, 2026 at 10:02 AM\nFrom: "Embarka" <${OWN}>\nTo: nora@mail.example\nSubject: Your chat`,
  ],
  [
    'T-Online',
    `-----Original-Nachricht-----\nBetreff: Your chat\nDatum: 2026-06-04T10:02:00+0200\nVon: "Embarka" <${OWN}>\nAn: "nora@mail.example" <nora@mail.example>`,
  ],
  [
    'Samsung',
    `-------- Original message --------\nFrom: Embarka <${OWN}>\nDate: 04/06/2026 10:02 (GMT+01:00)\nTo: Nora Lind <nora@mail.example>\nSubject: Your chat`,
  ],
  [
    'Samsung, German',
    `-------- Ursprüngliche Nachricht --------\nVon: Embarka <${OWN}>\nDatum: 04.06.26 10:02 (GMT+01:00)\nAn: Nora Lind <nora@mail.example>\nBetreff: Your chat`,
  ],
  [
    'QQ',
    `------------------ 原始邮件 ------------------\n发件人: "Embarka" <${OWN}>;\n发送时间: 2026年6月4日(星期四) 上午10:02\n收件人: "Nora Lind"<nora@mail.example>;\n主题: Your chat`,
  ],
  [
    'QQ on a phone',
    `---Original---\nFrom: "Embarka"<${OWN}>\nDate: Thu, Jun 4, 2026 10:02 AM\nTo: "Nora Lind"<nora@mail.example>;\nSubject: Your chat`,
  ],
  [
    'Naver',
    `-----Original Message-----\nFrom: "Embarka" <${OWN}>\nTo: <nora@mail.example>;\nCc:\nSent: 2026-06-04 (목) 10:02:11 (GMT+09:00)\nSubject: Your chat`,
  ],
  [
    'Zimbra',
    `----- Original Message -----\nFrom: "Embarka" <${OWN}>\nTo: "Nora Lind" <nora@mail.example>\nSent: Thursday, June 4, 2026 10:02:00 AM\nSubject: Your chat`,
  ],
  [
    'Lotus, with a reply prefix of its own',
    `Από: Embarka <${FROM}>\nΗμερομηνία: 04/06/2026 10:02\nΠρος: Nora Lind\nΘέμα: ΑΠ: Your chat`,
  ],
];

const ATTRIBUTIONS: readonly (readonly [string, string])[] = [
  ['Thunderbird, English', 'On 04/06/2026 10:02, Embarka wrote:'],
  ['Thunderbird, German', 'Am 04.06.26 um 10:02 schrieb Embarka:'],
  ['Thunderbird, French, no-break space', 'Le 04/06/2026 à 10:02, Embarka a écrit\u00a0:'],
  ['Thunderbird, Czech', 'Dne 04. 06. 26 v 10:02 Embarka napsal(a):'],
  ['Thunderbird, Finnish', 'Embarka kirjoitti 4.6.2026 klo 10.02:'],
  ['Thunderbird, Hungarian', '2026. 06. 04. 10:02 keltezéssel, Embarka írta:'],
  ['Thunderbird, Turkish', '4.06.2026 10:02 tarihinde Embarka yazdı:'],
  ['Thunderbird, Greek', 'Στις 4/6/2026 10:02 π.μ., ο/η Embarka έγραψε:'],
  ['Thunderbird, Russian', '04.06.2026 10:02, Embarka пишет:'],
  ['Thunderbird, Japanese', 'On 2026/06/04 10:02, Embarka さんは書きました：'],
  ['Thunderbird, Chinese', '在 2026/6/4 10:02, Embarka 写道:'],
  [
    'Thunderbird, Chinese, full-width colon and spaces behind',
    '在 2026/6/4 10:02, Embarka 写道：  ',
  ],
  ['Thunderbird, Korean', '2026-06-04 오전 10:02에 Embarka 이(가) 쓴 글:'],
  ['Thunderbird, Hebrew', '\u200fב־04/06/2026 10:02, Embarka כתב:\u200f'],
  ['Thunderbird, Arabic digits', 'في ٠٤‏/٠٦‏/٢٠٢٦ ١٠:٠٢، كتب Embarka:'],
  ['Thunderbird, Dutch', 'Op 04-06-2026 om 10:02 schreef Embarka:'],
  ['Thunderbird, Lithuanian', '2026-06-04 10:02, Embarka rašė:'],
  ['a phone of somebody, date alone', 'Embarka schrieb am 04.06.2026:'],
  ['Gmail, English', `On Thu, Jun 4, 2026 at 10:02 AM Embarka <${OWN}>\nwrote:`],
  [
    'Gmail, German, broken in the address',
    `Am Do., 4. Juni 2026 um 10:02 Uhr schrieb Embarka <\n${OWN}>:`,
  ],
  ['Gmail, Finnish', `to 4. kesäk. 2026 klo 10.02 Embarka <${OWN}> kirjoitti:`],
  ['Gmail, Czech', `čt 4. 6. 2026 v 10:02 odesílatel Embarka <${OWN}>\nnapsal:`],
  ['Gmail, Hungarian', `Embarka <${OWN}> ezt írta (időpont: 2026. jún. 4.,\nCs, 10:02):`],
  ['Gmail, Turkish', `Embarka <${OWN}>, 4 Haz 2026 Per, 10:02 tarihinde\nşunu yazdı:`],
  ['Gmail, Greek', `Στις Πέμ 4 Ιουν 2026 στις 10:02 π.μ., ο χρήστης Embarka <\n${OWN}> έγραψε:`],
  ['Gmail, Russian', `чт, 4 июн. 2026 г. в 10:02, Embarka <${OWN}>:`],
  [
    'Gmail, Arabic',
    `في الخميس، 4 يونيو 2026 في 10:02 ص تمت كتابة ما يلي بواسطة Embarka <\u202a${OWN}\u202c>:`,
  ],
  [
    'Gmail, Hebrew',
    `\u202bבתאריך יום ה׳, 4 ביוני 2026 ב-10:02 מאת \u202aEmbarka\u202c\u200f <\u202a${OWN}\u202c\u200f>:\u202c`,
  ],
  ['Gmail, Japanese', `2026年6月4日(木) 10:02 Embarka <${OWN}>:`],
  ['Gmail, Chinese', `Embarka <${OWN}> 于2026年6月4日周四 10:02写道：`],
  ['Gmail, Korean', `2026년 6월 4일 (목) 오전 10:02, Embarka <${OWN}>님이 작성:`],
  ['Apple Mail, English', `On 4 Jun 2026, at 10:02, Embarka <${OWN}> wrote:`],
  ['Apple Mail, French', `Le 4 juin 2026 à 10:02, Embarka <${OWN}> a écrit :`],
  ['Apple Mail, Japanese', `2026/06/04 10:02、Embarka <${OWN}>のメール:`],
  ['iPhone, Swedish', `4 juni 2026 kl. 10:02 skrev Embarka <${OWN}>:`],
  ['Mail.ru', `Четверг, 4 июня 2026, 10:02 +03:00 от Embarka <${OWN}>:`],
  ['Yandex', `04.06.2026, 10:02, "Embarka" <${OWN}>:`],
  ['163', `At 2026-06-04 10:02:00, "Embarka" <${OWN}> wrote:`],
  ['Roundcube', 'On 2026-06-04 10:02, Embarka wrote:'],
  ['Evolution', 'On Thu, 2026-06-04 at 10:02 +0200, Embarka wrote:'],
  ['Horde', `Zitat von Embarka <${OWN}>:`],
  ['Claws, on two lines', `On Thu, 4 Jun 2026 10:02:00 +0200\nEmbarka <${OWN}> wrote:`],
  ['Proton', `On Thursday, June 4th, 2026 at 10:02 AM, Embarka <${OWN}> wrote:`],
  ['HEY', `On June 4, 2026, Embarka <${OWN}> wrote:`],
  ['Zoho', `---- On Thu, 04 Jun 2026 10:02:00 +0200 Embarka <${OWN}> wrote ----`],
  ['Tuta', `Jun 4, 2026, 10:02 by ${OWN}:`],
];

const MARKUP: readonly (readonly [string, string])[] = [
  [
    'Gmail',
    `<div class="gmail_quote"><div dir="ltr" class="gmail_attr">Dne 4. 6. 2026 Embarka napsal:<br></div><blockquote class="gmail_quote" style="margin:0">${ASKED_HTML}</blockquote></div>`,
  ],
  [
    'Thunderbird',
    `<div class="moz-cite-prefix">Embarka írta:<br></div><blockquote type="cite" cite="mid:1@shop.example">${ASKED_HTML}</blockquote>`,
  ],
  [
    'Apple Mail',
    `<br><div><br><blockquote type="cite"><div>On 4 Jun 2026, at 10:02, Embarka &lt;${OWN}&gt; wrote:</div><br>${ASKED_HTML}</blockquote></div>`,
  ],
  [
    'Outlook on the web',
    `<div id="appendonsend"></div><hr style="width:98%"><div id="divRplyFwdMsg" dir="ltr"><b>Frá:</b> Embarka<br><b>Sent:</b> fimmtudagur<br></div><div>${ASKED_HTML}</div>`,
  ],
  [
    'Outlook on a phone, hidden prefix of ids',
    `<hr><div id="x_divRplyFwdMsg"><b>Från:</b> Embarka<br></div>${ASKED_HTML}`,
  ],
  [
    'Outlook on a desktop',
    `<div><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0 0 0"><p class="MsoNormal"><b>Od:</b> Embarka &lt;${OWN}&gt; <br><b>Odesláno:</b> 4. června 2026 10:02<br><b>Komu:</b> Nora<br><b>Předmět:</b> RE: Your chat</p></div></div>${ASKED_HTML}`,
  ],
  [
    'Outlook on a desktop, without addresses',
    `<div style="border:none;border-top:solid #B5C4DF 1.0pt"><p class="MsoNormal"><b>Lähettäjä:</b> Embarka<br><b>Lähetetty:</b> 4. kesäkuuta 2026 10.02<br><b>Aihe:</b> Your chat</p></div>${ASKED_HTML}`,
  ],
  [
    'GMX',
    `<div name="quote" style="margin:10px"><div><b>Gesendet:</b> Donnerstag<br><b>Von:</b> Embarka</div><div name="quoted-content">${ASKED_HTML}</div></div>`,
  ],
  [
    'Yahoo',
    `<div id="yahoo_quoted_123" class="yahoo_quoted"><div>Στις Πέμπτη, ο χρήστης Embarka έγραψε:</div>${ASKED_HTML}</div>`,
  ],
  [
    'Proton',
    `<div class="protonmail_quote">On Thursday, Embarka wrote:<br><blockquote class="protonmail_quote" type="cite">${ASKED_HTML}</blockquote></div>`,
  ],
  [
    'Zimbra',
    `<hr id="zwchr" data-marker="__DIVIDER__"><div data-marker="__HEADERS__"><b>Von: </b>Embarka<br></div><div data-marker="__QUOTED_TEXT__">${ASKED_HTML}</div>`,
  ],
  [
    'Zoho',
    `<div class="zmail_extra"><div>---- On Thu Embarka wrote ----</div><blockquote>${ASKED_HTML}</blockquote></div>`,
  ],
  [
    'Spark',
    `<div name="messageReplySection">On 4 Jun, Embarka wrote:<br><blockquote type="cite">${ASKED_HTML}</blockquote></div>`,
  ],
  [
    'HEY',
    `<div>On June 4, 2026, Embarka &lt;${OWN}&gt; wrote:</div><blockquote>${ASKED_HTML}</blockquote>`,
  ],
  [
    'Mail.ru',
    `<blockquote style="border-left:1px solid #0857A6" cite="mid:1">Четверг, 4 июня 2026, 10:02 +03:00 от Embarka:<br>${ASKED_HTML}</blockquote>`,
  ],
  [
    'Yandex',
    `<div>04.06.2026, 10:02, "Embarka" &lt;${OWN}&gt;:</div><blockquote>${ASKED_HTML}</blockquote>`,
  ],
  [
    '163',
    `<div id="isReplyContent">At 2026-06-04 10:02:00, "Embarka" wrote:<br>${ASKED_HTML}</div>`,
  ],
  [
    'Tuta',
    `<div>Jun 4, 2026, 10:02 by ${OWN}:</div><blockquote class="tutanota_quote">${ASKED_HTML}</blockquote>`,
  ],
  [
    'QQ',
    `<div>------------------ Original ------------------</div><div style="background:#efefef"><div><b>From:</b> Embarka &lt;${OWN}&gt;</div><div><b>Date:</b> Thu, Jun 4, 2026 10:02 AM</div><div><b>To:</b> Nora</div><div><b>Subject:</b> Your chat</div></div>${ASKED_HTML}`,
  ],
];

describe('what a person says above a quotation is shown alone, the rest folded', () => {
  test('with the header of any mail program', async () => {
    await everyRow(HEADERS, nameOfRow, async ([, header]) => {
      const mail = await read(plain(`${SAID}\n\n${header}\n\n${ASKED}\n`));
      expect(mail.text).toBe(SAID);
      expect(mail.folded).toContain('which colour shall it be?');
      const paragraph = `<p>${escaped(header).replaceAll('\n', '<br>')}</p>`;
      expect((await read(html(`${SAID_HTML}<br>${paragraph}${ASKED_HTML}`))).text).toBe(SAID);
    });
  });

  test('with the line that any mail program writes above a quotation', async () => {
    await everyRow(ATTRIBUTIONS, nameOfRow, async ([, line]) => {
      for (const between of ['\n', '\n\n']) {
        const mail = await read(plain(`${SAID}\n\n${line}${between}${MARKED}\n`));
        expect(mail.text).toBe(SAID);
        expect(mail.folded).toContain('which colour shall it be?');
      }
      const paragraph = `<div>${escaped(line).replaceAll('\n', ' ')}</div>`;
      for (const quote of ['<blockquote>', '<blockquote type="cite">']) {
        const body = html(`${SAID_HTML}<br>${paragraph}${quote}${ASKED_HTML}</blockquote>`);
        expect((await read(body)).text).toBe(SAID);
      }
    });
  });

  test('with the markup of any mail program', async () => {
    await everyRow(MARKUP, nameOfRow, async ([, markup]) => {
      const alone = await read(html(`${SAID_HTML}<br>${markup}`));
      expect(alone.text).toBe(SAID);
      expect(alone.folded).toContain('which colour shall it be?');
      // The text part beside the HTML has no mark for the quotation.
      const flat = plain(`${SAID}\n\nEmbarka:\n\n${ASKED}\n`);
      const both = await read(multipart('alternative', flat, html(`${SAID_HTML}<br>${markup}`)));
      expect(both.text).toBe(SAID);
      expect(both.folded).toContain('which colour shall it be?');
    });
  });

  test.each([
    'Sent from my iPhone',
    'Von meinem iPhone gesendet',
    'Envoyé de mon iPhone',
    'Inviato da iPhone',
    'Enviado desde mi iPhone',
    'Enviado do meu iPhone',
    'Verstuurd vanaf mijn iPad',
    'Skickat från min iPhone',
    'Lähetetty iPhonesta',
    'Odesláno z iPhonu',
    'Wysłane z iPhone’a',
    'iPhone’umdan gönderildi',
    'Στάλθηκε από το iPhone μου',
    'Отправлено с iPhone',
    'iPhoneから送信',
    '发自我的iPhone',
    '나의 iPhone에서 보냄',
    'נשלח מה-iPhone שלי',
    'أُرسلت من الـ iPhone',
    'Sent from Yahoo Mail on Android',
    'Gesendet von Outlook für Android',
    'Get Outlook for iOS',
    'Outlook für Android beziehen',
    'Télécharger Outlook pour iOS<https://aka.ms/o0ukef>',
    'Sent with Proton Mail secure email.',
    'Sent from my Galaxy',
    'Отправлено из мобильной Почты Mail.ru',
    'Diese Nachricht wurde von meinem Android-Gerät mit GMX Mail gesendet.',
    'Sent from my Samsung Galaxy smartphone.',
    'Sent from my Android device with K-9 Mail. Please excuse my brevity.',
    'Sent via the Samsung Galaxy S8, an AT&T 4G LTE smartphone',
    'Message sent from my iPhone',
    'Von meinem Samsung Galaxy Smartphone gesendet.',
    'Mit der Telekom Mail App gesendet',
    'Von Outlook für Android gesendet',
    'Vom iPhone aus gesendet',
    'Met Outlook verstuurd',
    'Envoyé à partir d’Outlook pour Android',
    'Enviado a través de Yahoo Mail',
    'Holen Sie sich Outlook für Android',
    'Obtén Outlook para Android',
    'Android için Outlook’tan gönderildi',
    'Az iPhone-omról küldve',
    '從我的 iPhone 傳送',
    'ارسال شده از iPhone من',
  ])('and %s is folded with it', async (line) => {
    const mail = await read(plain(`${SAID}\n\n${line}\n\n${HEADERS[0]?.[1]}\n\n${ASKED}\n`));
    expect(mail.text).toBe(SAID);
    expect(mail.folded).toContain(line);
    expect((await read(plain(`${SAID}\n\n${line}\n`))).text).toBe(SAID);
    // If an email contains nothing else, the line is shown rather than lost.
    expect((await read(plain(line))).text).toBe(line);
  });
});

describe('what a person says is shown, whatever it looks like', () => {
  test.each([
    'Cover: blue.\n---\nBack: white.\n---\nSpine: gold.',
    'Cover\n=====\nblue\n_____\nBack\n-----\nwhite',
    'Cover: blue.\n--\nBack: white.\n-- \nSpine: gold.\n-- \nInside: grey.',
    '________________________________\nName: Nora\nDate: 12 July 2026\nPeople: 40',
    '-----\nFrom: Hamburg\nDate: 12 July 2026, 10:00\nTo: Kiel\n-----',
    '----- Cover -----\nText: gold\nDate: 12 July 2026\nSize: A4',
    'From: Hamburg\nTo: Kiel\nDate: 12 July 2026\nTime: 10:00\nPeople: 40\n\nPlease put it on the front.',
    'Von: Hamburg\nNach: Kiel\nAm: 12. Juli 2026 um 10:00',
    'Name: Nora\nDate: 12 July 2026\nWrite to: support@shop.example\nPlease print it.',
    'You ask:\n> Which colour?\nThe blue one.',
    'Name: Nora\nEmail: nora@mail.example\nMessage: what does a logo cost?',
    'Please print this:\n\nTo: support@shop.example\nColour: blue\nSize: A4',
    'Hello,\n\nSent from Hamburg on 3 May, the proofs have not arrived.\nWhere are they?',
    'Sent from Hamburg on 3 May.',
    'I need a picture for this:\n\nA letter sent from my window to an iPhone, in winter, with snow on it',
    'The text on the poster is:\n\nSent from Hamburg',
    'Von mir wurden die Bilder schon am Montag gesendet\nund seitdem habe ich nichts gehört.',
    'Die Bilder habe ich Ihnen am Montag vom iPhone aus gesendet.',
    // The last sentence names a program, but a person says it.
    'The files are there.\n\nI sent the files from my iPhone',
    'The files are there.\n\nSent the files from my iPhone',
    'The files are there.\n\nWe have sent them via Outlook',
    'The files are there.\n\nAll pictures were sent from the Samsung Galaxy and the iPad, as you asked',
    'The layout is broken.\n\nI use Outlook for iOS',
    'The layout is broken.\n\nI read mail in Outlook on Android',
    'Hallo.\n\nIch habe die Bilder per Outlook gesendet',
    'Hallo.\n\nDie Bilder wurden vom iPhone gesendet',
    'Hallo.\n\nMit Outlook habe ich die Bilder gesendet',
    'Hallo.\n\nGesendet habe ich alles mit Outlook',
    'Hola.\n\nHe enviado las fotos desde mi iPhone',
    'Hola.\n\nEnviado todo desde mi iPhone',
    'Bonjour.\n\nJ’ai envoyé les photos depuis mon iPhone',
    'Ciao.\n\nHo inviato le foto dal mio iPhone',
    'Hallo.\n\nIk heb de foto’s met Outlook verzonden',
    'Hej.\n\nJag skickade bilderna från min iPhone',
    'Merhaba.\n\nFotoğraflar iPhone’umdan gönderildi',
    'Szia.\n\nA képeket az iPhone-omról küldtem',
    'Привет.\n\nФото отправлены с iPhone',
    'こんにちは。\n\n写真はiPhoneから送信',
    '你好。\n\n我的照片来自iPhone',
    '안녕하세요.\n\n사진은 iPhone에서 보냄',
    'مرحبا.\n\nأرسلت الصور من iPhone',
    'Hello,\n\nOn your page about prices somebody wrote\nthat a second revision is free. Is that right?',
    'On your page somebody wrote:\n\nA second revision is free.\n\nIs that right?',
    'Le client a écrit :\n\nle 4 juin 2026 à 10:02, je veux du bleu.',
    'Hello,\n\nRegards\nis what the card shall say on the front, in gold.\nInside it stays white.',
    'Write on the card:\n\nBest wishes,\nNora',
    'Cheers,\nNora',
    'The script stops here:\n\n```\n# first part\n----\n> x\nOn 04/06/2026 10:02, Embarka wrote:\n> y\n```\nWhat is wrong?',
    'Prices:\n< 100 copies: 5 EUR\n> 100 copies: 3 EUR\nIs that right?',
    '10:02: the page is down.\n10:05: the page is up.\n10:09: the page is down again.',
    'Please call support@shop.example:\nthey know.\n\nThursday, 4 June 2026 at 10:02 is fine.',
    'Von meinem Hund\nfür meine Katze\n\nsoll auf dem Becher stehen',
    '一、封面：蓝色\n二、封底：白色\n三、日期：2026年6月4日',
    '++++\nfirst\n++++\nsecond',
    'Cover: blue.\n====\nBack: white.\n====\nSpine: gold.',
    'Cover: blue.\n\n____\n\nBack: white.\n\n________\n\nSpine: gold.',
    'Hello, this is for the travel leaflet:\n\nFrom: Hamburg\nDate: 12 July\nPeople: 40\n\nPlease put it on the front.',
  ])('%#: %s', async (text) => {
    for (const body of [plain(`${text}\n`), plain(`${text}\n\n${HEADERS[0]?.[1]}\n\n${ASKED}\n`)]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other reads better when it fails
      expect((await read(body)).text).toBe(text.trim());
    }
    expect((await read(plain(`${text}\n`))).folded).toBe('');
    const marked = plain(`${text}\n\nAm 04.06.26 um 10:02 schrieb Embarka:\n${MARKED}\n`);
    expect((await read(marked)).text).toBe(text.trim());
  });
});

describe('an email that says nothing of its own', () => {
  const OTHERS = 'Only green is left. Delivery takes nine days.';
  const FORWARDED = `From: Jo Brandt <jo@elsewhere.example>\nDate: Wed, 3 Jun 2026 at 09:00\nSubject: Colours\nTo: Nora Lind <nora@mail.example>`;

  test.each([
    ['Gmail', plain(`---------- Forwarded message ---------\n${FORWARDED}\n\n\n${OTHERS}\n`)],
    [
      'Gmail, HTML',
      html(
        `<div dir="ltr"><br><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">---------- Forwarded message ---------<br>${escaped(FORWARDED).replaceAll('\n', '<br>')}<br></div><br><p>${OTHERS}</p></div></div>`,
      ),
    ],
    [
      'Thunderbird',
      plain(
        `-------- Weitergeleitete Nachricht --------\nBetreff: \tColours\nDatum: \tWed, 3 Jun 2026 09:00:00 +0200\nVon: \tJo Brandt <jo@elsewhere.example>\nAn: \tNora Lind <nora@mail.example>\n\n\n${OTHERS}\n`,
      ),
    ],
    [
      'Thunderbird, HTML',
      html(
        `<div class="moz-forward-container"><br>-------- Weitergeleitete Nachricht --------<table><tr><th>Betreff: </th><td>Colours</td></tr><tr><th>Datum: </th><td>Wed, 3 Jun 2026 09:00:00 +0200</td></tr><tr><th>Von: </th><td>Jo Brandt &lt;jo@elsewhere.example&gt;</td></tr></table><p>${OTHERS}</p></div>`,
      ),
    ],
    [
      'Apple Mail',
      plain(
        `Anfang der weitergeleiteten Nachricht:\n\n> Von: Jo Brandt <jo@elsewhere.example>\n> Betreff: Colours\n> Datum: 3. Juni 2026 um 09:00:00 MESZ\n> An: Nora Lind <nora@mail.example>\n> \n> ${OTHERS}\n`,
      ),
    ],
    [
      'Apple Mail, HTML',
      html(
        `<br><blockquote type="cite"><div>Begin forwarded message:</div><br><div><b>From: </b>Jo Brandt &lt;jo@elsewhere.example&gt;</div><div><b>Date: </b>3 June 2026 at 09:00</div><div><b>To: </b>Nora</div><br><div>${OTHERS}</div></blockquote>`,
      ),
    ],
    [
      'Outlook',
      plain(
        `\n\n________________________________\nVon: Jo Brandt <jo@elsewhere.example>\nGesendet: Mittwoch, 3. Juni 2026 09:00\nAn: Nora Lind <nora@mail.example>\nBetreff: Colours\n\n${OTHERS}\n`,
      ),
    ],
    [
      'an iPhone, with its line',
      plain(
        `\n\nSent from my iPhone\n\nBegin forwarded message:\n\n> From: Jo Brandt <jo@elsewhere.example>\n> Date: 3 June 2026 at 09:00\n> To: nora@mail.example\n> Subject: Colours\n> \n> ${OTHERS}\n`,
      ),
    ],
  ])('shows what it forwards, by %s', async (_name, body) => {
    const mail = await read(body, 'Fwd: Colours');
    expect(mail.text).toContain(OTHERS);
    expect(mail.text).toContain('jo@elsewhere.example');
    expect(mail.folded).toBe('');
  });

  const asFile = (from: string) =>
    `Content-Type: message/rfc822\nContent-Disposition: attachment\n\nFrom: ${from}\nSubject: Colours\nContent-Type: text/plain; charset=utf-8\n\n${OTHERS}\n\nhttps://shop.example/chat/resume?token=${'aB3_-'.repeat(8)}xY9`;

  test('shows an email that it forwards as a file, without what opens a chat', async () => {
    for (const text of ['', '\u200b\n']) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other reads better when it fails
      const mail = await read(multipart('mixed', plain(text), asFile('Jo <jo@elsewhere.example>')));
      expect(mail.text).toContain(`Jo <jo@elsewhere.example> Colours\n\n${OTHERS}`);
      expect(JSON.stringify(mail)).not.toContain('aB3');
    }
    const said = multipart('mixed', plain('See below.'), asFile('Jo <jo@elsewhere.example>'));
    expect(await read(said)).toMatchObject({ text: 'See below.', folded: '' });
    expect((await read(multipart('mixed', plain(''), asFile('support@shop.example')))).text).toBe(
      '',
    );
  });

  test('keeps the line that announces a forwarded email if there is more', async () => {
    const text = `Hello,\n\nsee what Jo writes:\n\n> From: Jo <jo@elsewhere.example>\n> Date: 3 June 2026 at 09:00\n> To: nora@mail.example\n> \n> ${OTHERS}`;
    expect((await read(plain(text))).text).toBe('Hello,\n\nsee what Jo writes:');
  });

  test('folds what is forwarded below words of its own', async () => {
    const mail = await read(
      plain(`See below.\n\n---------- Forwarded message ---------\n${FORWARDED}\n\n\n${OTHERS}\n`),
      'Fwd: Colours',
    );
    expect(mail.text).toBe('See below.');
    expect(mail.folded).toContain(OTHERS);
  });

  test.each([
    ...HEADERS.map(([, header]) => `${header}\n\n${ASKED}`),
    ...ATTRIBUTIONS.map(([, line]) => `${line}\n${MARKED}`),
  ])('is empty if it answers with nothing: %#', async (quotation) => {
    const mail = await read(plain(`\n\n${quotation}\n`));
    expect(mail.text).toBe('');
    expect(mail.folded).toContain('which colour shall it be?');
  });
});

describe('answers between and below quoted lines', () => {
  test('are all shown, with the whole email folded', async () => {
    const text = `Am 04.06.26 um 10:02 schrieb Embarka:\n> Which colour?\n\nBlue.\n\n> Which size?\n\nA4.`;
    const mail = await read(plain(text));
    expect(mail.text).toBe('Blue.\n\n\nA4.');
    expect(mail.folded).toBe(text);
    const page = `<div class="gmail_quote"><div class="gmail_attr">On Thu Embarka wrote:</div><blockquote class="gmail_quote">Which colour?</blockquote><div>Blue.</div><blockquote class="gmail_quote">Which size?</blockquote><div>A4.</div></div>`;
    expect((await read(html(page))).text).toMatch(/^Blue\.\s+A4\.$/);
  });
});

describe('what somebody formats', () => {
  test.each([
    ['<p>One</p><p>Two</p>', 'One\n\nTwo'],
    ['<div>One</div><div><br></div><div>Two<br>Three</div>', 'One\n\nTwo\nThree'],
    [
      '<p class="MsoNormal">One<o:p></o:p></p><p class="MsoNormal"><o:p>&nbsp;</o:p></p><p class="MsoNormal">Two</p>',
      'One\n\nTwo',
    ],
    [
      '<ul><li>Cover</li><li>Back<ol start="3"><li>left</li><li>right</li></ol></li></ul>',
      '* Cover\n* Back\n\n  3. left\n  4. right',
    ],
    [
      '<table><tr><td>Cover</td><td>blue</td></tr><tr><td>Back</td><td>white</td></tr></table>',
      'Cover\tblue\nBack\twhite',
    ],
    [
      '<p>See <a href="https://harbour.example/logo">our logo</a> and <a href="https://harbour.example/">harbour.example</a>.</p>',
      'See our logo (https://harbour.example/logo) and harbour.example.',
    ],
    [
      '<blockquote style="margin:0 0 0 40px">Indented, not quoted.</blockquote>',
      'Indented, not quoted.',
    ],
    [
      '<p>Yes <img alt="👍" src="cid:1"><img alt="A picture containing text" src="cid:2"></p>',
      'Yes 👍',
    ],
    ['<p>One</p><hr><p>Two</p>', 'One\n\n---\n\nTwo'],
    ['<pre>a  b\n  c</pre>', 'a  b\n  c'],
    ['<div style="white-space:pre-wrap">a  b\n  c</div>', 'a  b\n  c'],
    [
      '<style>p { color: red }</style><script>alert(1)</script><div style="display:none">Preheader</div><p>1 &lt; 2 &amp; 3</p>',
      '1 < 2 & 3',
    ],
    ['<p>Unclosed <b>and <i>nested</p><p>wrongly</b></i>', 'Unclosed and nested\n\nwrongly'],
    [
      `<p>Before</p><img src="data:image/png;base64,${'A'.repeat(900_000)}"><p>After</p>`,
      'Before\n\nAfter',
    ],
    ['<p>שלום</p><p>مرحبا</p>', 'שלום\n\nمرحبا'],
  ])('%#: %.60s', async (page, text) => {
    expect((await read(html(page))).text).toBe(text);
  });
});

const WORDS = [
  'blue',
  'Hamburg',
  '4 June 2026',
  '10:02',
  'wrote',
  'From:',
  'schrieb',
  'Date: 3 May',
  'Sent',
  'To: Kiel',
  '---',
  '====',
  '____',
  '日付：',
  'jo@elsewhere.example',
  '<jo@elsewhere.example>',
  'Größe',
  'Re: x',
  '*',
  '1.',
  '```x',
  '-- x',
  '|',
  '— 5',
  '"',
  'שלום',
  '\u200f',
];
const typed = fc
  .array(
    fc.array(fc.constantFrom(...WORDS), { maxLength: 6 }).map((words) => words.join(' ')),
    { minLength: 1, maxLength: 12 },
  )
  .map((lines) => `Hello,\n${lines.join('\n')}\nThank you.`);

describe('whatever somebody types above a quotation', () => {
  test('is shown, whole and alone', async () => {
    const quotations = [
      ...HEADERS.map(([, header]) => `${header}\n\n${ASKED}`),
      ...ATTRIBUTIONS.map(([, line]) => `${line}\n${MARKED}`),
    ];
    await fc.assert(
      fc.asyncProperty(typed, fc.constantFrom(...quotations), async (said, quotation) => {
        const mail = await read(plain(`${said}\n\n${quotation}\n`));
        expect(mail.text).toBe(said);
        expect(mail.folded).toContain('which colour shall it be?');
      }),
      propertyRuns(300),
    );
  });

  test('is shown without one, too, and in HTML', async () => {
    await fc.assert(
      fc.asyncProperty(typed, fc.constantFrom(...MARKUP), async (said, [, markup]) => {
        expect((await read(plain(said))).text).toBe(said);
        const page = `<div>${escaped(said).replaceAll('\n', '<br>')}</div><br>`;
        const shown = said.replaceAll(/ +/g, ' ').replaceAll(/ $/gm, '');
        expect((await read(html(`${page}${markup}`))).text).toBe(shown);
      }),
      propertyRuns(200),
    );
  });
});

test('an email that is made to take long is cut to what is shown', async () => {
  await everyRow(ENDLESS_EMAILS, nameOfRow, async ([, body]) => {
    const mail = await read(body);
    expect(mail.text.length).toBeLessThanOrEqual(4000);
    expect(mail.folded.length).toBeLessThanOrEqual(20_000);
  });
});

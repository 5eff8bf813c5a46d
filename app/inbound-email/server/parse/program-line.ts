/**
 * Names in lines that mail programs add, such as 'Sent from my iPhone'. Trademarks are the same in every
 * language.
 */
const PROGRAM =
  /iphon|ipad|android|samsung|galaxy|outlook|yahoo|huawei|xiaomi|redmi|小米|华为|oneplus|blackberry|windows|proton|gmail|\bgmx\b|web\.de|t-online|telekom mail|thunderbird|\bk-9\b|mail\.ru|почт|яндекс|yandex|bluemail|\baol\b|\btuta|fairemail|\bspark\b|zoho|\bhey\b|qq邮箱|网易|naver|네이버|mailspring|em client/giu;
const NAME = `(?:${PROGRAM.source})`;

/** 'This message was', or a noun such as 'Nachricht', in front of what a program says about itself. */
const OPENER =
  '(?:(?:(?:this|diese|cet|ce|este|esta|esse|essa|questo|questa|dit|deze|detta|denne|dette)\\s+)(?:e-?mail|mail|message|nachricht|courriel|correo|mensaje|mensagem|messaggio|bericht|meddelande|melding|besked)(?:\\s+\\p{L}+){0,2}\\s+|(?:e-?mail|mail|message|nachricht|courriel|mensaje|mensagem|messaggio|bericht)\\s+)?';

/** The word for 'sent', and the words for 'from', 'with' or 'by' that directly follow. */
const SENT_FIRST: readonly (readonly [sent: string, from: string])[] = [
  ['sent', 'from|via|using|with'],
  ['gesendet|versendet', 'von|vom|mit|aus|über|per|via'],
  ['envoyée?s?', 'de|du|depuis|avec|par|via|à partir'],
  [
    'enviad[oa]s?',
    'de|del|desde|con|por|mediante|v[ií]a|usando|do|da|pelo|pela|com|a partir|a?\\s?trav[eé]s',
  ],
  ['enviat', 'des|del|de|amb|via'],
  ['inviat[oa]', 'da|dal|dalla|con|tramite|via'],
  ['verzonden|verstuurd', 'vanaf|van|vanuit|met|via|uit'],
  ['skickat|skickades', 'från|via|med'],
  ['sendt|sendur|sent', 'fra|frå|frá|úr|via|med|på'],
  ['wysłan[eaoy]', 'z|ze|za|przez|przy|od'],
  ['odesláno|odeslané|odoslané|odoslaná', 'z|ze|zo|pomocí|pomocou'],
  ['(?:el)?küldve', 'az?'],
  ['στάλθηκε|σταλθηκε|εστάλη', 'από|απο|με|μέσω|μεσω'],
  ['отправлено|отправлен', 'с|со|из|от|через|при'],
  ['надіслано|надісланий', 'з|із|зі|від|через|за'],
  ['изпратено|изпратен', 'от|с|чрез|през'],
  ['poslano|poslané|послато', 's|sa|z|iz|od|preko|putem|са|из|од|преко|путем'],
  ['trimis', 'de|din|prin|cu|folosind'],
  ['saadetud', 'minu'],
  ['nosūtīts', 'no|ar|izmantojot'],
  ['išsiųsta', 'iš|per|su|naudojant'],
  ['ارسال(?:\\s+شده)?', 'از|با|من|عبر'],
  ['أُ?رسلت?', 'من|عبر|بواسطة|باستخدام'],
  ['נשלחה?', 'מ[\\p{L}-]*|באמצעות|דרך'],
  ['dikirim|dihantar', 'dari|daripada|melalui|dengan|menggunakan|via'],
];

/** In these the word for 'sent' contains the word for 'from', or an ending of the program's name says it. */
const SENT_AND_NAME = [
  `lähetetty\\s+${NAME}`,
  `ส่งจาก\\s*.{0,10}?${NAME}`,
  `(?:được\\s+)?gửi từ\\s+.{0,10}?${NAME}`,
  `(?:发自|發自|来自|來自|发送自|發送自|傳送自)\\s*(?:我的)?\\s*.{0,10}?${NAME}`,
];

/** German and Dutch sentences end with 'sent', too, so every word in front of it has to belong to the line. */
const SENT_LAST = [
  ...(
    [
      ['gesendet|versendet', 'von|vom|mit|aus|über|per|via'],
      ['verzonden|verstuurd', 'vanaf|van|vanuit|met|via'],
    ] as const
  ).map(([sent, from]) => {
    const rest =
      'smartphone|mobiltelefon|handy|telefoon|phone|tablet|gerät|mobile?|app|mail|e-?mail|aus|ios|(?:für|voor)\\s+\\S+|\\d\\S*|pro|plus|ultra|max|mini';
    const part = `(?:${from})\\s+(?:(?!(?:${from})\\s)\\S+\\s+){0,3}?${NAME}\\S*(?:\\s+(?:${rest}|${NAME}\\S*)){0,4}`;
    return `${part}(?:\\s+${part})?\\s+(?:${sent})`;
  }),
  `${NAME}.{0,40}(?:[dt][ae]n|\\sile)\\s+gönderil(?:di|miştir)`,
  `(?:az?\\s+)?${NAME}\\S*\\s+(?:el)?küldve`,
  `${NAME}\\S*\\s+lähetetty`,
  `(?:minu\\s+)?${NAME}\\S*\\s+saadetud`,
  `(?:私の)?\\s*${NAME}.{0,20}?(?:から|より)\\s*送信`,
  `(?:나의|내|제)?\\s*${NAME}.{0,20}?에서\\s*(?:보냄|발송)`,
  `(?:从|從|由)\\s*(?:我的)?\\s*${NAME}.{0,12}?(?:发送|發送|傳送)`,
];

/**
 * A program names no person and nothing that was sent: 'Sent from my iPhone', but not 'I sent the files from my iPhone'.
 * So 'sent' is the first word with 'from' directly after, or the last word of a line that begins with 'from'.
 */
const PROGRAM_LINES = [
  ...SENT_FIRST.map(([sent, from]) => {
    const elided = "(?:d|dall)['’]";
    return `${OPENER}(?:${sent})\\s+(?:(?:${from})(?![\\p{L}\\p{M}])|${elided})`;
  }),
  ...SENT_AND_NAME,
  ...SENT_LAST.map((line) => `${OPENER}${line}[.。]?$`),
].map((line) => new RegExp(`^(?:${line})`, 'iu'));

/** 'Get Outlook for iOS' and 'Outlook für Android beziehen', but not 'I use Outlook for iOS'. */
const ADVERTISEMENT =
  /^(?:[\p{L}\p{M}]+\s+(?:(?:sie\s+)?sich\s+|sie\s+|o\s+|l['’]\s*)?)?outlook\s+(?:for|für|pour|para|per|voor|för|til|dla|pro|pre|для|за|için|για|pentru)\s+(?:ios|android)(?:\s+\p{L}+en|\s*を入手(?:する)?)?$/iu;

const MAX_LENGTH = 100;
const MAX_WORDS = 8;

/** Returns true for a line that a mail program or a phone has added, such as 'Sent from my iPhone'. */
export function isProgramLine(line: string): boolean {
  // Outlook's advertisement contains a short link of Microsoft.
  if (/outlook/i.test(line) && /\baka\.ms\//i.test(line) && line.length < 300) return true;
  const words = line.replaceAll(/[<([]?https?:\/\/\S*/gi, '').trim();
  if (words.length > MAX_LENGTH) return false;
  const programs = new Set((words.match(PROGRAM) ?? []).map((name) => name.toLowerCase()));
  if (programs.size === 0) return false;
  if (ADVERTISEMENT.test(words)) return true;
  if (!PROGRAM_LINES.some((pattern) => pattern.test(words))) return false;
  const count = words.split(/ +/).length;
  const isPlain = count <= MAX_WORDS && !/[.!?,;。？！]$/.test(words);
  const isCertain = programs.size > 1 && count <= 2 * MAX_WORDS && !/[!?？！]$/.test(words);
  const isProton = /^sent with \[?proton ?mail\]? secure email\.$/i.test(words);
  return isPlain || isCertain || isProton;
}

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import sharp from 'sharp';
import { addFacturXMetadata } from './factur-x-metadata.ts';
import { readCoverage, type Coverage } from './font-coverage.ts';
import type { InvoiceToRender } from './invoice-page.ts';
import { INVOICE_TEMPLATE } from './invoice-template.ts';

// The program of a thread; `render-invoice-pdf.server.ts` starts it.

const require = createRequire(import.meta.url);
const LATIN = ['latin/NotoSans-Regular.ttf', 'latin/NotoSans-Bold.ttf'];
const RIGHT_TO_LEFT = [
  'arabic/NotoNaskhArabic-Regular.ttf',
  'arabic/NotoNaskhArabic-Bold.ttf',
  'hebrew/NotoSansHebrew-Regular.ttf',
  'hebrew/NotoSansHebrew-Bold.ttf',
];
/** Loaded only for documents with such letters, because they need 18 MB. They have one weight. */
const EAST_ASIAN = [
  'sc/NotoSansHans-Regular.otf',
  'jp/NotoSansJP-Regular.otf',
  'kr/NotoSansKR-Regular.otf',
];
const FAMILIES = ['Noto Sans', 'Noto Naskh Arabic', 'Noto Sans Hebrew'];
const EAST_ASIAN_FAMILIES = ['Noto Sans S Chinese', 'Noto Sans Japanese', 'Noto Sans Korean'];
const EAST_ASIAN_LETTERS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303F\uFF00-\uFFEF]/u;

/** In the typesetter's virtual folder; nothing is written to the disk. */
const WORKSPACE = '/invoice';
const LOGO_PIXELS = { width: 1200, height: 400 };
const LARGEST_LOGO_PIXELS = 40_000_000;

interface Typesetter {
  readonly compiler: NodeCompiler;
  readonly families: readonly string[];
  readonly coverage: readonly Coverage[];
}

const typesetters = new Map<boolean, Typesetter>();

export default async function renderInvoice({
  page,
  createdAt,
  logo,
  xml,
}: InvoiceToRender): Promise<Uint8Array<ArrayBuffer>> {
  const json = JSON.stringify(page);
  const { compiler, families, coverage } = openTypesetter(EAST_ASIAN_LETTERS.test(json));
  const picture = logo && (await readLogo(logo));
  try {
    if (picture) compiler.mapShadow(join(WORKSPACE, 'logo.png'), picture);
    if (xml !== undefined) compiler.mapShadow(join(WORKSPACE, 'factur-x.xml'), Buffer.from(xml));
    const file = compiler.pdf(
      {
        mainFileContent: INVOICE_TEMPLATE,
        inputs: {
          page: replaceUnknown(json, coverage),
          fonts: JSON.stringify(families),
          logo: picture ? 'yes' : 'no',
          data: xml === undefined ? 'no' : 'yes',
        },
      },
      { pdfStandard: 'a-3a', creationTimestamp: createdAt },
    );
    return new Uint8Array(xml === undefined ? file : addFacturXMetadata(file));
  } catch (error) {
    throw new Error(`Could not typeset an invoice: ${explain(compiler, error)}`, { cause: error });
  } finally {
    compiler.resetShadow();
    compiler.evictCache(2);
  }
}

function openTypesetter(isEastAsian: boolean): Typesetter {
  const opened = typesetters.get(isEastAsian);
  if (opened) return opened;
  const files = [...LATIN, ...RIGHT_TO_LEFT, ...(isEastAsian ? EAST_ASIAN : [])];
  const fontBlobs = files.map(readFont);
  const typesetter = {
    compiler: NodeCompiler.create({ workspace: WORKSPACE, fontArgs: [{ fontBlobs }] }),
    families: [...FAMILIES, ...(isEastAsian ? EAST_ASIAN_FAMILIES : [])],
    coverage: fontBlobs.map(readCoverage),
  };
  typesetters.set(isEastAsian, typesetter);
  return typesetter;
}

function readFont(file: string): Buffer {
  const [script = '', name = ''] = file.split('/');
  return readFileSync(
    join(dirname(require.resolve(`@embedpdf/fonts-${script}`)), '../fonts', name),
  );
}

/**
 * PDF/A-3a forbids characters that no font has, such as emoji. Joiners and variation selectors have no picture of their
 * own, and isolates are obeyed without one.
 */
function replaceUnknown(json: string, coverage: readonly Coverage[]): string {
  return json
    .replaceAll(/\u200B|\u200C|\u200D|\u2060|[\u{FE00}-\u{FE0F}]/gu, '')
    .replaceAll(/[^\p{ASCII}\u2066-\u2069]/gu, (letter) =>
      coverage.some((has) => has(letter.codePointAt(0) ?? 0)) ? letter : '\uFFFD',
    );
}

/** Any picture that sharp can read becomes a small PNG. An invoice is more important than its logo. */
async function readLogo(bytes: Uint8Array): Promise<Buffer | undefined> {
  try {
    return await sharp(bytes, { limitInputPixels: LARGEST_LOGO_PIXELS, density: 144 })
      .rotate()
      .resize({ ...LOGO_PIXELS, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .png()
      .toBuffer();
  } catch {
    return undefined;
  }
}

function explain(compiler: NodeCompiler, error: unknown): string {
  try {
    return JSON.stringify(compiler.fetchDiagnostics(error as never));
  } catch {
    return String(error);
  }
}

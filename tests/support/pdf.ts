interface PdfPage {
  readonly text: string;
  /** Degrees, clockwise. */
  readonly rotate?: 0 | 90 | 180 | 270;
}

/** A black square as a fax (ITU-T T.6), which scanners write. */
const FAX = Buffer.from([0xff, 0x00, 0x10, 0x01]);

/** A key that fits no password. */
const PROTECTION = `/Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <${'41'.repeat(32)}> /U <${'42'.repeat(32)}> >> /ID [<43> <43>]`;

/**
 * Writes a document as other programs do: without the typefaces of its texts, with Japanese in a national encoding and a
 * scanned black square of 100 points at the lower left of each page.
 */
export function makePdf(
  pages: readonly PdfPage[],
  { isProtected = false }: { readonly isProtected?: boolean } = {},
): Buffer<ArrayBuffer> {
  const objects: Buffer[] = [];
  const add = (...parts: readonly (string | Buffer)[]): number =>
    objects.push(Buffer.concat(parts.map((part) => Buffer.from(part))));
  const stream = (dictionary: string, content: string | Buffer) =>
    add(`<< ${dictionary} /Length ${content.length} >>\nstream\n`, content, '\nendstream');
  add('<< /Type /Catalog /Pages 2 0 R >>');
  add(
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_page, index) => `${7 + 2 * index} 0 R`).join(' ')}] >>`,
  );
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>');
  add(
    '<< /Type /Font /Subtype /Type0 /BaseFont /Ryumin-Light /Encoding /90ms-RKSJ-H /DescendantFonts [5 0 R] >>',
  );
  add(
    '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Ryumin-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >> >>',
  );
  stream(
    '/Type /XObject /Subtype /Image /Width 8 /Height 8 /ColorSpace /DeviceGray /BitsPerComponent 1 /Decode [1 0] /Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns 8 /Rows 8 >>',
    FAX,
  );
  for (const { text, rotate = 0 } of pages) {
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Rotate ${rotate} /Contents ${objects.length + 2} 0 R /Resources << /Font << /F1 3 0 R /F2 4 0 R >> /XObject << /Fax 6 0 R >> >> >>`,
    );
    // The bytes are 日本 in Shift JIS.
    stream(
      '',
      `BT /F1 36 Tf 60 700 Td (${text}) Tj ET BT /F2 36 Tf 60 640 Td <93FA967B> Tj ET q 100 0 0 100 0 0 cm /Fax Do Q`,
    );
  }
  return assemble(objects, isProtected ? PROTECTION : '');
}

function assemble(objects: readonly Buffer[], trailer: string): Buffer<ArrayBuffer> {
  const head = Buffer.from('%PDF-1.7\n');
  const parts: Buffer[] = [head];
  const offsets: number[] = [];
  let at = head.length;
  const push = (part: Buffer) => {
    parts.push(part);
    at += part.length;
  };
  for (const [index, object] of objects.entries()) {
    offsets.push(at);
    push(Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]));
  }
  const lines = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${lines.join('')}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${at}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

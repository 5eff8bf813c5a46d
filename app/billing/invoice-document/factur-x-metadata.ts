const NAMESPACE = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#';

const PROPERTIES = {
  DocumentType: ['INVOICE', 'The type of the hybrid document'],
  DocumentFileName: ['factur-x.xml', 'The name of the embedded XML document'],
  Version: ['1.0', 'The version of the standard of the embedded XML document'],
  ConformanceLevel: ['EN 16931', 'The conformance level of the embedded XML document'],
} as const;

/** PDF/A asks for a description of each property that it does not know. */
const SCHEMA = `<rdf:li rdf:parseType="Resource"><pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema><pdfaSchema:namespaceURI>${NAMESPACE}</pdfaSchema:namespaceURI><pdfaSchema:prefix>fx</pdfaSchema:prefix><pdfaSchema:property><rdf:Seq>${Object.entries(
  PROPERTIES,
)
  .map(
    ([name, [, description]]) =>
      `<rdf:li rdf:parseType="Resource"><pdfaProperty:name>${name}</pdfaProperty:name><pdfaProperty:valueType>Text</pdfaProperty:valueType><pdfaProperty:category>external</pdfaProperty:category><pdfaProperty:description>${description}</pdfaProperty:description></rdf:li>`,
  )
  .join('')}</rdf:Seq></pdfaSchema:property></rdf:li>`;

const DESCRIPTION = `<rdf:Description rdf:about="" xmlns:fx="${NAMESPACE}">${Object.entries(
  PROPERTIES,
)
  .map(([name, [value]]) => `<fx:${name}>${value}</fx:${name}>`)
  .join('')}</rdf:Description>`;

const SCHEMAS = '<pdfaExtension:schemas><rdf:Bag>';
const END = '</rdf:RDF>';

/**
 * Adds the metadata of Factur-X, which the typesetter cannot write, as an incremental update (ISO 32000-1, 7.5.6): the
 * file grows by a new version of the metadata object and its cross-reference section.
 */
export function addFacturXMetadata(file: Buffer): Buffer {
  const source = file.toString('latin1');
  const trailer = source.slice(source.lastIndexOf('trailer'));
  const previous = found(/startxref\s+(\d+)/, trailer);
  const size = found(/\/Size (\d+)/, trailer);
  const root = found(/\/Root (\d+ \d+ R)/, trailer);
  const info = found(/\/Info (\d+ \d+ R)/, trailer);
  const id = found(/\/ID (\[[^\]]{1,400}\])/, trailer);
  const metadata = found(/\/Metadata (\d+) 0 R/, source);
  const object = source.slice(source.lastIndexOf(`\n${metadata} 0 obj`));
  const start = object.indexOf('stream\n') + 'stream\n'.length;
  const written = object.slice(start, start + Number(found(/\/Length (\d+)/, object)));
  if (!written.includes(SCHEMAS) || !written.includes(END))
    throw new Error('The typesetter writes other metadata than expected: check its version');
  const xmp = written.replace(SCHEMAS, SCHEMAS + SCHEMA).replace(END, DESCRIPTION + END);
  const update = `\n${metadata} 0 obj\n<<\n  /Length ${xmp.length}\n  /Type /Metadata\n  /Subtype /XML\n>>\nstream\n${xmp}\nendstream\nendobj\n`;
  const offset = String(source.length + 1).padStart(10, '0');
  const table = `xref\n${metadata} 1\n${offset} 00000 n \ntrailer\n<<\n  /Size ${size}\n  /Root ${root}\n  /Info ${info}\n  /ID ${id}\n  /Prev ${previous}\n>>\nstartxref\n${source.length + update.length}\n%%EOF\n`;
  return Buffer.from(source + update + table, 'latin1');
}

function found(pattern: RegExp, text: string): string {
  const value = pattern.exec(text)?.[1];
  if (value === undefined)
    throw new Error(`The typesetter writes other files than expected: ${String(pattern)}`);
  return value;
}

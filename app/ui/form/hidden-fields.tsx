/** By name. */
export type Fields = Readonly<Record<string, string>>;

/** What a form sends along with what is typed. */
export function HiddenFields({ fields }: { readonly fields: Fields }) {
  return Object.entries(fields).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ));
}

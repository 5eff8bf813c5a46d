/** A text with the first place that matches the query marked. */
export function Marked({ text, query }: { readonly text: string; readonly query: string }) {
  const start = text.toLowerCase().indexOf(query.toLowerCase());
  if (query === '' || start < 0) return text;
  const end = start + query.length;
  return (
    <>
      {text.slice(0, start)}
      <mark className="rounded-[3px] bg-amber-tint text-inherit">{text.slice(start, end)}</mark>
      {text.slice(end)}
    </>
  );
}

/** Wraps before the host, and inside a part only if the part is longer than the line. */
export function EmailAddress({ email }: { readonly email: string }) {
  const at = email.lastIndexOf('@');
  return (
    <bdi className="[overflow-wrap:break-word]">
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </bdi>
  );
}

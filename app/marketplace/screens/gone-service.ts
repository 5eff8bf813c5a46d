/** What a page says of a service or section that is hidden, and where to go on. */
export interface GoneService {
  readonly title: string;
  /** Its section, where that is shown. */
  readonly section: { readonly title: string; readonly path: string } | undefined;
  readonly related: readonly { readonly title: string; readonly path: string }[];
}

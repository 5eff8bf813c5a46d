export interface GoneService {
  readonly title: string;
  /** A hidden section is undefined. */
  readonly section: { readonly title: string; readonly path: string } | undefined;
  readonly related: readonly { readonly title: string; readonly path: string }[];
}

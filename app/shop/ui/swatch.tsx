import type { Look } from '../pictures/looks.ts';
import { swatchPath } from '../pictures/picture-path.ts';

export function Swatch({ look }: { look: Look | 'all' }) {
  return <img src={swatchPath(look)} alt="" width={28} height={28} className="size-7 shrink-0" />;
}

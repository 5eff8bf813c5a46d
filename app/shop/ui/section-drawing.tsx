import { describeDrawing } from '../picture-descriptions.ts';
import { drawingPath } from '../pictures/picture-path.ts';
import type { Service } from '../service.ts';

/** Services without drawings or sample videos of their own show this drawing. */
export function SectionDrawing({
  service,
}: {
  readonly service: Pick<Service, 'art' | 'look' | 'title'>;
}) {
  return (
    <img
      src={drawingPath(service)}
      alt={describeDrawing(service.title)}
      width={800}
      height={600}
      fetchPriority="high"
      className="w-full rounded-panel rounded-se-[128px] max-md:rounded-se-[80px]"
    />
  );
}

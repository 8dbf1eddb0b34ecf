import { dubbedLines } from '../../content/dubbing-lines.ts';
import type { Words } from '../../content/languages.ts';
import { usePorts } from '../../ports.ts';

type Stage = Words['home']['pipelineContent']['stages'][number]['id'];

/**
 * Shows what a stage does to the line, in the language chosen in the timeline. Purely illustrative: the text beside it
 * says the same. The pictures are those of stages.svg; the build adds the names of their parts in each language
 * (scripts/images/pipeline-drawings.ts).
 */
export function StageClip({ stage }: { stage: Stage }) {
  const { language } = usePorts().data;
  return (
    <svg viewBox="0 0 400 136" aria-hidden="true">
      {dubbedLines.map(({ lang }) => (
        // Hidden with opacity, because all that it draws would inherit visibility: each press would restyle 200 shapes.
        <use key={lang} href={`/pipeline.svg#${stage}-${lang}`} data-line={lang} opacity={0} />
      ))}
      <use href={`/pipeline.svg#${stage}-parts-${language}`} />
    </svg>
  );
}

import { useEffect, useRef, useState } from 'react';
import { loadCode } from '../../../ui/load-code.ts';
import { whenIdle } from '../../../ui/when-idle.ts';
import { usePorts, useWords } from '../../ports.ts';
import type { Player } from './player.ts';

/** Plays and pauses the timeline around it. The player loads when the browser is idle, or on the press if that comes first. */
export function PlayButton({ className }: { className: string }) {
  const { media } = usePorts().data.site;
  const { timelineText } = useWords('home');
  const [isPlaying, setPlaying] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const player = useRef<Promise<Player>>(undefined);
  const load = (optional: boolean) => {
    // Now, because the visitor may have left the page when the code arrives.
    const figure = button.current?.closest('figure') as HTMLElement;
    player.current ??= loadCode(() => import('./player.ts'), { optional }).then((module) =>
      module.createPlayer(figure, { media, onChange: setPlaying }),
    );
    player.current.catch(() => {
      player.current = undefined; // so that a press tries again
    });
    return player.current;
  };
  const prepare = useRef(() => load(true));
  useEffect(() => {
    whenIdle(() => {
      if (button.current) prepare.current().catch(() => {});
    });
    return () => void player.current?.then(({ dispose }) => dispose()).catch(() => {});
  }, []);
  const toggle = () =>
    void load(true)
      .catch(() => load(false))
      .then((loaded) => loaded.toggle());
  return (
    <button ref={button} type="button" className={className} onClick={toggle}>
      <svg viewBox="0 0 10 10" aria-hidden="true">
        <path d={isPlaying ? 'M1 0h3v10H1zM6 0h3v10H6z' : 'M1 0l9 5-9 5z'} />
      </svg>
      {/* In an element of its own, or it would not change on a page that the browser translates. */}
      <span>{isPlaying ? timelineText.pause : timelineText.play}</span>
      <span className="visually-hidden">{timelineText.theLine}</span>
    </button>
  );
}

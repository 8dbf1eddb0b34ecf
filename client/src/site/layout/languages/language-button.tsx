import { Button } from '../../../ui/button.tsx';
import { languageNames } from '../../content/language-names.ts';
import { useFrame, usePorts } from '../../ports.ts';
import { useLazy } from '../use-lazy.ts';

const loadMenu = async () => (await import('./language-menu.tsx')).LanguageMenu;

/** The header's button for the language. */
export function LanguageButton() {
  const { navigationText } = useFrame();
  const { language } = usePorts().wording;
  const [Menu, opened, button, press] = useLazy(loadMenu);
  const code = language.toUpperCase();
  return (
    <>
      <Button
        size="small"
        label={code}
        aria-label={`${navigationText.language}: ${languageNames[language]}, ${code}`}
        {...button}
        onClick={() => press(!opened.open)}
      />
      {Menu && <Menu {...opened} />}
    </>
  );
}

import { SignupSection } from '../features/signup/signup-section.tsx';
import { Benefits } from './home/benefits.tsx';
import { Features } from './home/features.tsx';
import { Hero } from './home/hero.tsx';
import { Pipeline } from './home/pipeline.tsx';

export function HomePage() {
  return (
    <>
      <Hero />
      <Pipeline />
      <Benefits />
      <Features />
      <SignupSection />
    </>
  );
}

export const notFoundContent = {
  code: '404',
  heading: 'Oops! Page not found',
  text: 'There is nothing on this track. The page may have moved, or the address may contain a typo.',
  home: 'Return to Home',
  alsoLabel: 'Or go straight to',
};

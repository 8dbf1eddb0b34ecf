export const notFoundContent = {
  code: '404',
  heading: 'Oops! Page not found',
  text: 'There is nothing on this track. The page may have moved, or the address has a typing error.',
  home: 'Return to Home',
  alsoLabel: 'Or go straight to',
};

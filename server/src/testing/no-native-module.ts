// The tests on PostgreSQL run while SQLite's native module is still compiling (scripts/test.mjs), so none may load it.
// On a machine where it is compiled already, this makes such a test fail, too.
process.dlopen = () => {
  throw new Error(
    'this test needs SQLite: name its file in WITH_BOTH or OF_ANY_STORE in scripts/steps/steps.ts',
  );
};

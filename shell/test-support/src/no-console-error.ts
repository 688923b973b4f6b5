// An unexpected mistake fails its test.
console.error = (...words) => {
  throw new Error(words.join(' '));
};

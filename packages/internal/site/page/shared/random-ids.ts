/** An origin that is none is not secure to browsers, so the function is missing there. The ids of failures need it. */
crypto.randomUUID ??= () => {
  const digits = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0'));
  return digits.join('').replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5') as ReturnType<
    typeof crypto.randomUUID
  >;
};

// Commands by their whole names, as they are typed.

/** Each command or subcommand with its whole name: "event new". */
export function leaves(commands) {
  const walk = (node, command, path, shown) => {
    const inner = (node.options ?? []).filter((option) => option.type === 1 || option.type === 2);
    if (!inner.length) return [{ command, node, path, shown: shown.join(" "), name: path.join(" ") }];
    return inner.flatMap((option) => walk(option, command, [...path, option.name], [...shown, option.name_localized ?? option.name]));
  };
  return commands.filter((command) => (command.type ?? 1) === 1)
    .flatMap((command) => walk(command, command, [command.name], [command.name_localized ?? command.name]));
}

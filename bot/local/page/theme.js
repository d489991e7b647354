// Before anything is painted: dark or light, as chosen, else as the system says.
document.documentElement.dataset.theme = localStorage.getItem("theme")
  ?? (matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark");

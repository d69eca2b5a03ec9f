"""Reads the compiler's index store (libIndexStore's C interface, llvm/include/indexstore): who names whose types and members."""
import ctypes as c
import os
import shutil
from pathlib import Path

DEFINITION, REFERENCE, IMPLICIT = 1 << 1, 1 << 2, 1 << 8
RECORD = 2


class Text(c.Structure):
    _fields_ = [("data", c.c_void_p), ("length", c.c_size_t)]

    def __str__(self):
        return c.string_at(self.data, self.length).decode()


Each = c.CFUNCTYPE(c.c_bool, c.c_void_p, c.c_void_p)
EachText = c.CFUNCTYPE(c.c_bool, c.c_void_p, Text)


def library():
    swift = Path(shutil.which("swift")).resolve()
    found = c.CDLL(str(swift.parent.parent / "lib" / "libIndexStore.so"))
    for name, result, arguments in [
        ("store_create", c.c_void_p, [c.c_char_p, c.c_void_p]),
        ("store_units_apply_f", c.c_bool, [c.c_void_p, c.c_uint, c.c_void_p, EachText]),
        ("unit_reader_create", c.c_void_p, [c.c_void_p, c.c_char_p, c.c_void_p]),
        ("unit_reader_dispose", None, [c.c_void_p]),
        ("unit_reader_get_main_file", Text, [c.c_void_p]),
        ("unit_reader_get_module_name", Text, [c.c_void_p]),
        ("unit_reader_dependencies_apply_f", c.c_bool, [c.c_void_p, c.c_void_p, Each]),
        ("unit_dependency_get_kind", c.c_int, [c.c_void_p]),
        ("unit_dependency_get_name", Text, [c.c_void_p]),
        ("unit_dependency_get_filepath", Text, [c.c_void_p]),
        ("record_reader_create", c.c_void_p, [c.c_void_p, c.c_char_p, c.c_void_p]),
        ("record_reader_dispose", None, [c.c_void_p]),
        ("record_reader_occurrences_apply_f", c.c_bool, [c.c_void_p, c.c_void_p, Each]),
        ("occurrence_get_symbol", c.c_void_p, [c.c_void_p]),
        ("occurrence_get_roles", c.c_uint64, [c.c_void_p]),
        ("symbol_get_usr", Text, [c.c_void_p]),
        ("symbol_get_name", Text, [c.c_void_p]),
    ]:
        function = getattr(found, "indexstore_" + name)
        function.restype, function.argtypes = result, arguments
    return found


def edges(store_path, sources):
    """Pairs of files below `sources` of which the first names something that the second defines, with the names."""
    lib = library()
    error = c.c_void_p()
    store = lib.indexstore_store_create(os.fsencode(store_path), c.byref(error))
    if not store:
        raise SystemExit(f"no index store at {store_path}: build first")
    names = []
    lib.indexstore_store_units_apply_f(store, 0, None, EachText(lambda _, name: names.append(str(name)) or True))
    newest, sources = {}, str(sources) + "/"
    for name in names:
        unit = lib.indexstore_unit_reader_create(store, name.encode(), c.byref(error))
        if not unit:
            continue
        main = str(lib.indexstore_unit_reader_get_main_file(unit))
        time = os.stat(f"{store_path}/v5/units/{name}").st_mtime
        if main.startswith(sources) and os.path.exists(main) and time > newest.get(main, (0,))[0]:
            records = []

            def dependency(_, found):
                if lib.indexstore_unit_dependency_get_kind(found) == RECORD:
                    if str(lib.indexstore_unit_dependency_get_filepath(found)) == main:
                        records.append(str(lib.indexstore_unit_dependency_get_name(found)))
                return True

            lib.indexstore_unit_reader_dependencies_apply_f(unit, None, Each(dependency))
            newest[main] = (time, records)
        lib.indexstore_unit_reader_dispose(unit)
    defined, named = {}, []
    for main, (_, records) in newest.items():
        file = main[len(sources):]
        for record in records:
            reader = lib.indexstore_record_reader_create(store, record.encode(), c.byref(error))
            if not reader:
                continue

            def occurrence(_, found):
                symbol = lib.indexstore_occurrence_get_symbol(found)
                usr = str(lib.indexstore_symbol_get_usr(symbol))
                roles = lib.indexstore_occurrence_get_roles(found)
                if roles & DEFINITION:
                    defined.setdefault(usr, file)
                elif roles & REFERENCE and not roles & IMPLICIT:
                    named.append((file, usr, str(lib.indexstore_symbol_get_name(symbol))))
                return True

            lib.indexstore_record_reader_occurrences_apply_f(reader, None, Each(occurrence))
            lib.indexstore_record_reader_dispose(reader)
    found = {}
    for file, usr, name in named:
        other = defined.get(usr)
        if other and other != file:
            found.setdefault((file, other), set()).add(name)
    return list(newest), found


def rings(pairs):
    """The strongly connected components of more than one member (Tarjan, without recursion)."""
    graph = {}
    for one, other in pairs:
        graph.setdefault(one, set()).add(other)
        graph.setdefault(other, set())
    index, low, on, stack, found = {}, {}, set(), [], []
    for start in graph:
        if start in index:
            continue
        work = [(start, iter(sorted(graph[start])))]
        index[start] = low[start] = len(index)
        stack.append(start)
        on.add(start)
        while work:
            node, rest = work[-1]
            for following in rest:
                if following not in index:
                    index[following] = low[following] = len(index)
                    stack.append(following)
                    on.add(following)
                    work.append((following, iter(sorted(graph[following]))))
                    break
                if following in on:
                    low[node] = min(low[node], index[following])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    ring = []
                    while True:
                        member = stack.pop()
                        on.discard(member)
                        ring.append(member)
                        if member == node:
                            break
                    if len(ring) > 1:
                        found.append(sorted(ring))
    return sorted(found, key=len, reverse=True)

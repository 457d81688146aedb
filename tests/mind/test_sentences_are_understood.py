"""What people write, in English and Chinese, and what it comes to."""

from __future__ import annotations

from pathlib import Path

import pytest

from deskhand.mind.moves import Check, Copy, Do, Remember, WaitFor, When
from deskhand.mind.steps import parse_script
from deskhand.model.geometry import Point
from deskhand.model.ref import Ref

HOME = str(Path.home())
CWD = Path("/cwd")


def comes_to(sentence: str) -> list[str]:
    """The moves of the last sentence, in words."""
    given = "remember cell A1 as total\n" if "{total}" in sentence else ""
    step = parse_script(given + sentence, {}, CWD).steps[-1]
    return [in_words(move) for move in step.moves]


def in_words(move: object) -> str:
    match move:
        case Do(action=action):
            return action.describe()
        case Check(claim=claim):
            return f"CHECK {claim}"
        case WaitFor(claim=claim):
            return f"WAIT {claim}"
        case Remember(name=name, source=source, locator=locator, cell=cell):
            return f"REMEMBER {name} = {source} {locator or cell or ''}".strip()
        case Copy(locator=locator):
            return f"COPY {locator}"
        case When(claim=claim, seconds=seconds, then=then):
            return f"IF {claim} ({seconds:g}) " + " + ".join(in_words(inner) for inner in then)
    raise AssertionError(move)


ENGLISH = {
    "open mousepad": "launch app='mousepad'",
    "Open Mousepad.": "launch app='Mousepad'",
    "start the calculator": "launch app='calculator'",
    "launch LibreOffice Calc": "launch app='LibreOffice Calc'",
    "open the app gedit": "launch app='gedit'",
    "open prices.csv in LibreOffice Calc": "launch app='LibreOffice Calc' files=['/cwd/prices.csv']",
    'open "~/a b.txt" with gedit': f"launch app='gedit' files=['{HOME}/a b.txt']",
    "open the file ../x.txt using mousepad": "launch app='mousepad' files=['/cwd/../x.txt']",
    "open notes.txt": "launch app='/cwd/notes.txt'",
    "open the folder /tmp/out": "launch app='/tmp/out'",
    "open http://localhost:8000/a in Firefox": "launch app='Firefox' files=['http://localhost:8000/a']",
    "click Save": 'click element "Save"',
    'click "Save"': 'click element "Save"',
    "click the Save button": 'click button "Save"',
    'click on the button "Save"': 'click button "Save"',
    'press button "Save"': 'click button "Save"',
    'click "Save" in dialog "Save As"': 'click element "Save" in dialog "Save As"',
    'click the "OK" button in the "Export" dialog': 'click button "OK" in dialog "Export"',
    'click the OK button in window "Export"': 'click button "OK" in window "Export"',
    'click 2nd button "Add"': 'click 2nd button "Add"',
    'click the second button "Add"': 'click 2nd button "Add"',
    'click button containing "Sav"': 'click button ~"Sav"',
    'click button ~"Sav"': 'click button ~"Sav"',
    "click Sign in": 'click element "Sign in"',
    'double-click item "notes.txt"': 'double_click item "notes.txt"',
    'double click "notes.txt"': 'double_click element "notes.txt"',
    'right-click on the icon "Trash"': 'right_click icon "Trash"',
    'hover over button "Help"': 'hover button "Help"',
    'choose menu "File > Save As…"': "menu path='File > Save As…'",
    'choose menu File > Save As… in window "x"': "menu path='File > Save As…' window='x'",
    "open the menu Edit → Find": "menu path='Edit > Find'",
    'type "a; b then c # d"': "type text='a; b then c # d'",
    r'type "say \"hi\"\n\tyou"': "type text='say \"hi\"\\n\\tyou'",
    'type “curly” into text field "Name"': "type text field \"Name\" text='curly'",
    "type 'it's' into the Name field": 'type field "Name" text="it\'s"',
    'enter "x" in field right of label "Name"': "type field right of label \"Name\" text='x'",
    'type "x" in the field labelled "Name"': "type field labelled element \"Name\" text='x'",
    'type "x" and press Enter': "type text='x' enter=True",
    'type "x" in window "Notes"': "focus_window window='Notes' + type text='x'",
    'fill field "City" with "Köln"': "type field \"City\" text='Köln' replace=True",
    'set spin button "Copies" to 3': "set_value spin button \"Copies\" value='3'",
    'set the value of slider "Volume" to "0.5"': "set_value slider \"Volume\" value='0.5'",
    'put "x" into field "Name"': "set_value field \"Name\" value='x'",
    "clear the Name field": 'clear field "Name"',
    'check checkbox "Wrap"': 'check checkbox "Wrap"',
    'tick "Wrap"': 'check element "Wrap"',
    'uncheck checkbox "Wrap"': 'uncheck checkbox "Wrap"',
    "untick the Wrap checkbox": 'uncheck checkbox "Wrap"',
    'select "Germany" in combo box "Country"': "select combo box \"Country\" value='Germany'",
    'choose "Germany" from the dropdown "Country"': "select combo box \"Country\" value='Germany'",
    'select tab "Details"': 'select tab "Details"',
    "press Ctrl+S": "press keys='ctrl+s'",
    "press Ctrl + Shift + S": "press keys='ctrl+shift+s'",
    "press Return": "press keys='Return'",
    "hit enter": "press keys='Return'",
    "press page down 3 times": "press keys='Page_Down Page_Down Page_Down'",
    "press F5": "press keys='F5'",
    "press alt+f s": "press keys='alt+f s'",
    'press "ctrl+a"': "press keys='ctrl+a'",
    "press the key Delete": "press keys='Delete'",
    'press ctrl+s in window "x"': "focus_window window='x' + press keys='ctrl+s'",
    'press Down in list "Files"': "press list \"Files\" keys='Down'",
    'expand tree item "src"': 'expand tree item "src"',
    'collapse tree item "src"': 'collapse tree item "src"',
    "scroll down": "scroll direction='down'",
    "scroll down 5": "scroll direction='down' amount=5",
    'scroll list "Files" down 3': "scroll list \"Files\" direction='down' amount=3",
    'scroll up by two in list "Files"': "scroll list \"Files\" direction='up' amount=2",
    'scroll to button "Accept"': 'scroll_to button "Accept"',
    'wait for window "Save As"': 'WAIT window "Save As" open',
    'wait until window "Save As" closes': 'WAIT window "Save As" closed',
    'wait until dialog "Save As" appears': 'WAIT dialog "Save As" exists',
    'wait for button "OK"': 'WAIT button "OK" exists',
    'wait until dialog "Busy" disappears': 'WAIT dialog "Busy" missing',
    'wait until button "OK" is enabled': "WAIT button \"OK\" is 'enabled'",
    'wait until checkbox "A" is not checked': "WAIT checkbox \"A\" is '!checked'",
    'wait until the status bar says "Ready"': "WAIT status bar is 'Ready'",
    'wait until label "State" contains "one"': "WAIT label \"State\" contains 'one'",
    "wait for file out.pdf": "WAIT file /cwd/out.pdf exists",
    'focus window "x"': "focus_window window='x'",
    "switch to gedit": "focus_window window='gedit'",
    'focus field "Name"': 'focus field "Name"',
    'close window "x"': "close window='x'",
    "close the window": "close",
    "quit mousepad": "close app='mousepad'",
    "close the app mousepad": "close app='mousepad'",
    'maximise window "x"': "maximise window='x'",
    "maximize the window": "maximise",
    'minimize window "x"': "minimise window='x'",
    'restore window "x"': "restore window='x'",
    'dismiss dialog "Tip"': "dismiss window='Tip'",
    'save as "~/out/total.ods"': f"choose_file path='{HOME}/out/total.ods' action='save'",
    "save it as note.txt": "choose_file path='/cwd/note.txt' action='save'",
    "save as a.txt overwriting the old file": "choose_file path='/cwd/a.txt' action='save' overwrite=True",
    "choose file a.txt": "choose_file path='/cwd/a.txt'",
    'open file "a.txt" in the dialog': "choose_file path='/cwd/a.txt' action='open'",
    "remember cell E202 as sum": "REMEMBER sum = cell E202",
    "remember the value of cell e202 as sum": "REMEMBER sum = cell E202",
    'remember the text of label "Total" as sum': 'REMEMBER sum = locator label "Total"',
    'remember label "Total" as sum': 'REMEMBER sum = locator label "Total"',
    "remember the clipboard as sum": "REMEMBER sum = clipboard",
    'copy the text of label "Total" to the clipboard': 'COPY label "Total"',
    'copy "abc" to the clipboard': "clipboard_write text='abc'",
    "clear the clipboard": "clipboard_clear",
    'copy the picture "a.png" to the clipboard': "clipboard_write file='/cwd/a.png' format='image'",
    'paste "a b" into field "Name"': "paste field \"Name\" text='a b'",
    'paste "a b"': "paste text='a b'",
    'paste the picture "a.png" into the text area': "paste text area file='/cwd/a.png' format='image'",
    "paste into the text area": "press text area keys='ctrl+v'",
    "wait until the clipboard changes": "wait until clipboard changes",
    'wait for notification "Saved"': "WAIT notification \"Saved\" exists",
    'wait until the notification "Saved" appears': "WAIT notification \"Saved\" exists",
    'wait until notification "Saved" is gone': "WAIT notification \"Saved\" missing",
    'click "Open" in notification "Saved"': "notification_act notification='Saved' action='Open'",
    'press the button Later on the notification "Update"': "notification_act notification='Update' action='Later'",
    'click the notification "Saved"': "notification_act notification='Saved'",
    'dismiss notification "Saved"': "notification_dismiss notification='Saved'",
    'check that notification "Saved" is there': "CHECK notification \"Saved\" exists",
    'check that notification "Saved" contains "12 files"': "CHECK notification \"Saved\" contains '12 files'",
    'check that there is no notification "Error"': "CHECK notification \"Error\" missing",
    "paste": "press keys='ctrl+v'",
    'paste into field "Name"': "press field \"Name\" keys='ctrl+v'",
    "go to cell E5": "focus cell E5",
    "take a screenshot": "screenshot",
    "take a screenshot as shot.png": "screenshot path='/cwd/shot.png'",
    'drag item "a.txt" to item "Documents"': "",
    'in window "Save As": click button "Save"': 'click button "Save" in window "Save As"',
    'in window "Notes": type "x"': "focus_window window='Notes' + type text='x'",
    'in window "Notes": choose menu "File > New"': "menu window='Notes' path='File > New'",
    'in window "W": check that label "A" says "b"': 'CHECK label "A" in window "W" is \'b\'',
    'if window "Replace" appears, click button "Replace"': 'IF window "Replace" open (3) click button "Replace"',
    'if button "Keep" appears then click button "Keep"': 'IF button "Keep" exists (3) click button "Keep"',
    'if button "Keep" is there, click button "Keep"': 'IF button "Keep" exists (0) click button "Keep"',
    'if checkbox "A" is unchecked, check checkbox "A"': 'IF checkbox "A" is \'!checked\' (0) check checkbox "A"',
    'check that the file ~/out/total.txt contains "1,284.50"': f"CHECK file {HOME}/out/total.txt contains '1,284.50'",
    "check that file x.txt exists": "CHECK file /cwd/x.txt exists",
    "check that file x.txt does not exist": "CHECK file /cwd/x.txt missing",
    'check that file x.txt does not contain "a"': "CHECK file /cwd/x.txt lacks 'a'",
    "check that file x.txt has 3 lines": "CHECK file /cwd/x.txt has lines: '3'",
    "check that file x.txt is new": "CHECK file /cwd/x.txt new",
    "check that file x.txt is newer than file y.txt": "CHECK file /cwd/x.txt newer '/cwd/y.txt'",
    "verify that the folder out exists": "CHECK file /cwd/out exists",
    'check that button "Save" exists': 'CHECK button "Save" exists',
    'check that there is no button "Save"': 'CHECK button "Save" missing',
    'check that button "Save" is not there': 'CHECK button "Save" missing',
    'check that "x.pdf" in window "y" is there': 'CHECK element "x.pdf" in window "y" exists',
    'check that "x.pdf" is there in window "y"': 'CHECK element "x.pdf" in window "y" exists',
    'check that "x.pdf" is not there in window "y"': 'CHECK element "x.pdf" in window "y" missing',
    'check that button "Save" is disabled in dialog "y"': 'CHECK button "Save" in dialog "y" is \'!enabled\'',
    'make sure that button "Save" is disabled': "CHECK button \"Save\" is '!enabled'",
    'check that checkbox "Wrap" is checked': "CHECK checkbox \"Wrap\" is 'checked'",
    'check that "Wrap" is not checked': "CHECK element \"Wrap\" is '!checked'",
    'check that field "Name" is focused': "CHECK field \"Name\" is 'focused'",
    'check that label "Total" says "12"': "CHECK label \"Total\" is '12'",
    'check that label "Total" contains "12"': "CHECK label \"Total\" contains '12'",
    'check that label "Total" is about "1284.5"': "CHECK label \"Total\" about '1284.5'",
    'check that field "Name" is empty': 'CHECK field "Name" is empty',
    'check that cell E202 is "1"': "CHECK cell E202 is '1'",
    "check that cell E202 is about 1,284.5": "CHECK cell E202 about '1,284.5'",
    'check that window "x" is open': 'CHECK window "x" open',
    'check that no window "x" is open': 'CHECK window "x" closed',
    'check that the clipboard contains "x"': "CHECK clipboard contains 'x'",
    'check that {total} is "5"': "CHECK {total} is '5'",
    'check that {total} contains "5"': "CHECK {total} contains '5'",
    'check that {total} matches "^[0-9]+$"': "CHECK {total} matches '^[0-9]+$'",
    "check that {total} is about 5": "CHECK {total} about '5'",
}
ENGLISH['drag item "a.txt" to item "Documents"'] = 'drag item "a.txt" to='

CHINESE = {
    "打开 mousepad": "launch app='mousepad'",
    "启动应用 计算器": "launch app='计算器'",
    "打开应用计算器": "launch app='计算器'",
    '用 mousepad 打开 "a.txt"': "launch app='mousepad' files=['/cwd/a.txt']",
    "在LibreOffice Calc中打开prices.csv": "launch app='LibreOffice Calc' files=['/cwd/prices.csv']",
    "打开文件“a.txt”": "launch app='/cwd/a.txt'",
    '点击按钮"保存"': 'click button "保存"',
    "单击「保存」按钮": 'click button "保存"',
    "点击 保存": 'click element "保存"',
    "点击我的文档": 'click element "我的文档"',
    '点击对话框"另存为"中的按钮"保存"': 'click button "保存" in dialog "另存为"',
    '点击窗口"另存为"中的按钮"保存"': 'click button "保存" in window "另存为"',
    '点击第2个按钮"添加"': 'click 2nd button "添加"',
    '点击第二个按钮"添加"': 'click 2nd button "添加"',
    '双击图标"文档"': 'double_click icon "文档"',
    '右键点击列表项"a"': 'right_click list item "a"',
    '选择菜单"文件 > 另存为"': "menu path='文件 > 另存为'",
    '输入"张三"': "type text='张三'",
    '在文本框"姓名"中输入"张三"': "type text field \"姓名\" text='张三'",
    '在标签"名称"右边的文本框中输入"x"': "type text field right of label \"名称\" text='x'",
    '在标有"名称"的文本框中输入"x"': "type text field labelled element \"名称\" text='x'",
    '把"x"输入到文本框"姓名"': "type text field \"姓名\" text='x'",
    '将数字框"份数"设为3': "set_value spin button \"份数\" value='3'",
    '把滑块"音量"设置为"0.5"': "set_value slider \"音量\" value='0.5'",
    '清空文本框"姓名"': 'clear text field "姓名"',
    '勾选复选框"换行"': 'check checkbox "换行"',
    '取消勾选复选框"换行"': 'uncheck checkbox "换行"',
    '在下拉框"国家"中选择"德国"': "select combo box \"国家\" value='德国'",
    '从下拉列表"国家"中选择"德国"': "select combo box \"国家\" value='德国'",
    "按 Ctrl+S": "press keys='ctrl+s'",
    "按回车": "press keys='Return'",
    "按下回车键": "press keys='Return'",
    "按 F5 3次": "press keys='F5 F5 F5'",
    '展开树节点"src"': 'expand tree item "src"',
    '折叠树节点"src"': 'collapse tree item "src"',
    "向下滚动": "scroll direction='down'",
    "向下滚动5格": "scroll direction='down' amount=5",
    '等待窗口"另存为"出现': 'WAIT window "另存为" open',
    '等到窗口"另存为"关闭': 'WAIT window "另存为" closed',
    '等待对话框"另存为"出现': 'WAIT dialog "另存为" exists',
    '等待对话框"忙"消失': 'WAIT dialog "忙" missing',
    '等到按钮"确定"可用': "WAIT button \"确定\" is 'enabled'",
    '等到标签"状态"包含"完成"': "WAIT label \"状态\" contains '完成'",
    '切换到窗口"x"': "focus_window window='x'",
    '关闭窗口"x"': "close window='x'",
    "退出 mousepad": "close app='mousepad'",
    '最大化窗口"x"': "maximise window='x'",
    '另存为"~/x.txt"': f"choose_file path='{HOME}/x.txt' action='save'",
    "选择文件 a.txt": "choose_file path='/cwd/a.txt'",
    "记住单元格E202为总计": "REMEMBER 总计 = cell E202",
    '记住标签"总计"的文字为total': 'REMEMBER total = locator label "总计"',
    '复制标签"总计"的文字到剪贴板': 'COPY label "总计"',
    "粘贴": "press keys='ctrl+v'",
    "转到单元格 E5": "focus cell E5",
    "截图": "screenshot",
    "截图保存为 a.png": "screenshot path='/cwd/a.png'",
    '在窗口"另存为"中：点击按钮"保存"': 'click button "保存" in window "另存为"',
    '如果出现窗口"替换"，点击按钮"替换"': 'IF window "替换" open (3) click button "替换"',
    '如果窗口"替换"出现就点击按钮"替换"': 'IF window "替换" open (3) click button "替换"',
    '如果按钮"保留"存在，点击按钮"保留"': 'IF button "保留" exists (0) click button "保留"',
    '检查文件"x.txt"存在': "CHECK file /cwd/x.txt exists",
    "检查文件 x.txt 不存在": "CHECK file /cwd/x.txt missing",
    '检查文件 x.txt 包含 "你好"': "CHECK file /cwd/x.txt contains '你好'",
    "检查文件 x.txt 有3行": "CHECK file /cwd/x.txt has lines: '3'",
    "检查文件 x.txt 共3行": "CHECK file /cwd/x.txt has lines: '3'",
    '检查按钮"保存"存在': 'CHECK button "保存" exists',
    '检查没有按钮"保存"': 'CHECK button "保存" missing',
    '检查窗口"y"中的"x.pdf"存在': 'CHECK element "x.pdf" in window "y" exists',
    '检查窗口"y"中有"x.pdf"': 'CHECK element "x.pdf" in window "y" exists',
    '检查在窗口"y"里没有按钮"保存"': 'CHECK button "保存" in window "y" missing',
    '检查按钮"保存"已禁用': "CHECK button \"保存\" is '!enabled'",
    '确认复选框"换行"已勾选': "CHECK checkbox \"换行\" is 'checked'",
    '检查标签"总计"显示"12"': "CHECK label \"总计\" is '12'",
    '检查标签"总计"包含"12"': "CHECK label \"总计\" contains '12'",
    '检查单元格E202是"5"': "CHECK cell E202 is '5'",
    "检查单元格E202约为5": "CHECK cell E202 about '5'",
    '检查窗口"x"已关闭': 'CHECK window "x" closed',
    '检查窗口"x"已打开': 'CHECK window "x" open',
    '检查剪贴板包含"x"': "CHECK clipboard contains 'x'",
    '把图片"a.png"复制到剪贴板': "clipboard_write file='/cwd/a.png' format='image'",
    '把"甲 乙"粘贴到文本区': "paste text area text='甲 乙'",
    '粘贴图片"a.png"': "paste file='/cwd/a.png' format='image'",
    "等到剪贴板变化": "wait until clipboard changes",
    '等待通知"已保存"': "WAIT notification \"已保存\" exists",
    '等到通知"已保存"消失': "WAIT notification \"已保存\" missing",
    '点击通知"已保存"中的"打开"': "notification_act notification='已保存' action='打开'",
    '在通知"已保存"中点击"打开"': "notification_act notification='已保存' action='打开'",
    '点击通知"已保存"': "notification_act notification='已保存'",
    '关闭通知"已保存"': "notification_dismiss notification='已保存'",
    '检查通知"已保存"已出现': "CHECK notification \"已保存\" exists",
    '检查通知"已保存"包含"12"': "CHECK notification \"已保存\" contains '12'",
    '检查没有通知"错误"': "CHECK notification \"错误\" missing",
    '检查{total}是"5"': "CHECK {total} is '5'",
}


@pytest.mark.parametrize("sentence", ENGLISH, ids=range(len(ENGLISH)))
def test_english(sentence: str) -> None:
    said = " + ".join(comes_to(sentence))
    if sentence.startswith("drag"):
        assert said.startswith(ENGLISH[sentence])
    else:
        assert said == ENGLISH[sentence]


@pytest.mark.parametrize("sentence", CHINESE, ids=range(len(CHINESE)))
def test_chinese(sentence: str) -> None:
    assert " + ".join(comes_to(sentence)) == CHINESE[sentence]


def test_refs_and_points_are_targets_too() -> None:
    steps = parse_script("click @s8f3k2p9:e12\nclick (10, 20)", {}, CWD).steps
    assert [step.actions()[0].target for step in steps] == [Ref("s8f3k2p9", 12), Point(10, 20)]


@pytest.mark.parametrize(
    ("script", "count"),
    [
        ('open mousepad; type "a; b"; press ctrl+s', 3),
        ('open mousepad then type "then" and then press Return', 3),
        ("click A\n\n# only a comment\nclick B # and a remark\n", 2),
        ('打开 mousepad，然后输入"然后"；按回车', 3),
        ("点击 保存，再点击 确定", 2),
        ("点击 再见", 1),
        ('if window "X" appears then click "A" then click "B"', 2),
        ("press ctrl+#", 1),
    ],
)
def test_sentences_end_at_lines_semicolons_and_then_outside_quotes(script: str, count: int) -> None:
    assert len(parse_script(script, {}, CWD).steps) == count
